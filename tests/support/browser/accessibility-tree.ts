import type { CDPSession, Locator, Page } from "@playwright/test";

/** What the browser reports to a screen reader about one element: its role, its name and any states. */
type Line = string;

type AxValue = { value?: unknown };
type AxNode = {
  ignored: boolean;
  role?: AxValue;
  name?: AxValue;
  description?: AxValue;
  value?: AxValue;
  properties?: { name: string; value: AxValue }[];
  backendDOMNodeId?: number;
  childIds?: string[];
  nodeId: string;
};

/** States that are read out with the name when they differ from the usual. */
const STATES = [
  "checked",
  "pressed",
  "expanded",
  "disabled",
  "invalid",
  "readonly",
  "required",
  "modal",
  "live",
];
/** Roles that a screen reader speaks: controls, and elements that announce themselves. */
const SPOKEN_ROLES = [
  "alert",
  "button",
  "checkbox",
  "combobox",
  "dialog",
  "DisclosureTriangle",
  "link",
  "progressbar",
  "radio",
  "slider",
  "status",
  "textbox",
];

/** The controls and live regions of a part of the page, in reading order, from the browser's own accessibility tree. */
export async function readAloud(page: Page, part: Locator): Promise<Line[]> {
  const session = await page.context().newCDPSession(page);
  try {
    await part.waitFor();
    const root = await nodeOf(session, part);
    const { nodes } = (await session.send("Accessibility.getFullAXTree")) as { nodes: AxNode[] };
    const byId = new Map(nodes.map((node) => [node.nodeId, node]));
    const start = nodes.find(({ backendDOMNodeId }) => backendDOMNodeId === root);
    if (!start) throw new Error("The browser's tree does not have that part");
    return linesOf(start, byId);
  } finally {
    await session.detach();
  }
}

async function nodeOf(session: CDPSession, part: Locator): Promise<number> {
  const mark = `m${Math.random().toString(36).slice(2)}`;
  await part.evaluate((element, name) => element.setAttribute("data-read", name), mark);
  const { root } = await session.send("DOM.getDocument", { depth: 0 });
  const { nodeId } = await session.send("DOM.querySelector", {
    nodeId: root.nodeId,
    selector: `[data-read="${mark}"]`,
  });
  const { node } = await session.send("DOM.describeNode", { nodeId });
  await part.evaluate((element) => element.removeAttribute("data-read"));
  return node.backendNodeId;
}

function linesOf(node: AxNode, byId: ReadonlyMap<string, AxNode>): Line[] {
  const role = String(node.role?.value ?? "");
  const own = !node.ignored && SPOKEN_ROLES.includes(role) ? [lineOf(role, node)] : [];
  const below = (node.childIds ?? []).flatMap((id) => {
    const child = byId.get(id);
    return child ? linesOf(child, byId) : [];
  });
  return [...own, ...below];
}

function lineOf(role: string, { name, description, value, properties = [] }: AxNode): Line {
  const states = properties
    .filter(({ name: state, value: { value: held } }) => STATES.includes(state) && isTelling(held))
    .map(({ name: state, value: { value: held } }) => (held === true ? state : `${state}=${String(held)}`));
  const parts = [
    role,
    JSON.stringify(name?.value ?? ""),
    ...states,
    ...(value?.value !== undefined && value.value !== "" ? [`value=${String(value.value)}`] : []),
    ...(description?.value ? [`(${String(description.value)})`] : []),
  ];
  return parts.join(" ");
}

function isTelling(held: unknown): boolean {
  return held !== undefined && held !== "false" && held !== false && held !== "off" && held !== "";
}
