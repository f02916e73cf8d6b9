/** Functions that run in a page of another site; each is self-contained, without imports. */

export type Aim = { url: string; reads: string[]; writes: { method: string; path: string; body: string }[] };

/** Tries to load each address in every way that a page can. Returns what succeeded, by way and address. */
export async function loadEverything({ url, reads }: Aim): Promise<string[]> {
  const through: string[] = [];
  const asked = async (way: string, path: string, ask: () => Promise<boolean>) => {
    if (await ask()) through.push(`${way} ${path}`);
  };
  const fetched = (path: string, init: RequestInit) =>
    fetch(url + path, { credentials: "include", ...init }).then(
      () => true,
      () => false,
    );
  const loaded = (tag: "script" | "img" | "link" | "audio", path: string) =>
    new Promise<boolean>((resolve) => {
      const element = document.createElement(tag);
      const end = (isLoaded: boolean) => {
        element.remove();
        resolve(isLoaded);
      };
      for (const event of ["load", "loadedmetadata"]) element.addEventListener(event, () => end(true));
      element.addEventListener("error", () => end(false));
      if (element instanceof HTMLLinkElement) {
        element.rel = "stylesheet";
        element.href = url + path;
      } else element.src = url + path;
      document.body.append(element);
    });
  const opensEvents = (path: string) =>
    new Promise<boolean>((resolve) => {
      const source = new EventSource(url + path, { withCredentials: true });
      const end = (isOpen: boolean) => {
        source.close();
        resolve(isOpen);
      };
      source.onopen = () => end(true);
      source.onerror = () => end(false);
    });
  for (const path of reads) {
    await Promise.all([
      asked("fetch", path, () => fetched(path, {})),
      asked("opaque fetch", path, () => fetched(path, { mode: "no-cors" })),
      asked("event source", path, () => opensEvents(path)),
      ...(["script", "img", "link", "audio"] as const).map((tag) =>
        asked(tag, path, () => loaded(tag, path)),
      ),
    ]);
  }
  return through;
}

/** Sends each call in every way that a page can. Returns the calls whose answer the page could read. */
export async function writeEverything({ url, writes }: Aim): Promise<string[]> {
  const through: string[] = [];
  const fetched = async (way: string, path: string, init: RequestInit) => {
    const isRead = await fetch(url + path, { credentials: "include", ...init }).then(
      () => true,
      () => false,
    );
    if (isRead) through.push(`${way} ${path}`);
  };
  /** Posts a form whose answer loads in a frame. */
  const posted = (path: string, body: string, enctype: string) =>
    new Promise<void>((resolve) => {
      const frame = document.createElement("iframe");
      frame.name = `frame-${Math.random()}`;
      const form = document.createElement("form");
      Object.assign(form, { method: "post", action: url + path, enctype, target: frame.name });
      const field = document.createElement("input");
      // a text/plain body is name=value, so this split makes it valid JSON
      field.name = body.replace(/\}$/, ',"x":"');
      field.value = '"}';
      form.append(field);
      document.body.append(frame, form);
      // waits until the load event of the empty frame has passed
      setTimeout(() => {
        frame.addEventListener("load", () => resolve(), { once: true });
        // a page whose own policy forbids forms gets no answer
        document.addEventListener("securitypolicyviolation", () => resolve(), { once: true });
        form.submit();
      });
    });
  for (const { method, path, body } of writes) {
    const json = { "content-type": "application/json" };
    await Promise.all([
      fetched("fetch of JSON", path, { method, body, headers: { ...json, "x-firsthand-console": "1" } }),
      fetched("fetch of a marked text", path, {
        method,
        body,
        headers: { "content-type": "text/plain", "x-firsthand-console": "1" },
      }),
      fetched("fetch with a key", path, { method, body, headers: { ...json, authorization: "Bearer x" } }),
      fetched("opaque fetch", path, {
        method: "POST",
        mode: "no-cors",
        body,
        headers: { "content-type": "text/plain" },
      }),
      fetched("opaque fetch without a body", path, { method: "POST", mode: "no-cors" }),
      fetched("opaque fetch that says JSON", path, { method: "POST", mode: "no-cors", body, headers: json }),
      ...["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"].map((type) =>
        posted(path, body, type),
      ),
    ]);
    navigator.sendBeacon(url + path, body);
    navigator.sendBeacon(url + path, new Blob([body], { type: "application/json" }));
    navigator.sendBeacon(url + path, new URLSearchParams({ body }));
  }
  return through;
}

/** Opens pages in frames and in a window. Returns whether the page kept a handle on the window. */
export async function embedEverything({ url }: Aim): Promise<{ isWindowHeld: boolean }> {
  const embed = (tag: "iframe" | "embed" | "object", path: string) =>
    new Promise<void>((resolve) => {
      const element = document.createElement(tag);
      element.setAttribute(tag === "object" ? "data" : "src", url + path);
      // a refused frame also fires a load event
      for (const event of ["load", "error"]) element.addEventListener(event, () => resolve());
      document.body.append(element);
    });
  for (const path of ["/", "/console/", "/privacy"])
    await Promise.all([embed("iframe", path), embed("embed", path), embed("object", path)]);
  const opened = window.open(`${url}/console/`);
  if (!opened) throw new Error("No window was opened");
  // a window in another browsing context group looks closed to its opener
  for (let look = 0; look < 100 && !opened.closed; look++)
    await new Promise((resolve) => setTimeout(resolve, 100));
  return { isWindowHeld: !opened.closed };
}
