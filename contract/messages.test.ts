import { type CompiledMessage, compileMessage } from "@lingui/message-utils/compileMessage";
import { describe, expect, test } from "vitest";
import clientEn from "./messages/client/en.json" with { type: "json" };
import clientEs from "./messages/client/es.json" with { type: "json" };
import consoleEn from "./messages/console/en.json" with { type: "json" };
import consoleEs from "./messages/console/es.json" with { type: "json" };

type Catalogue = { [id: string]: string };

/** The names of the values that a message takes, also those inside its plural forms. */
function placeholdersOf(compiled: CompiledMessage): string[] {
  if (typeof compiled === "string") return [];
  return compiled.flatMap((token) => {
    if (typeof token === "string") return [];
    const [name, , forms] = token;
    const inside = forms && typeof forms === "object" ? Object.values(forms) : [];
    return [
      name,
      ...inside.flatMap((form) => (Array.isArray(form) ? placeholdersOf(form as CompiledMessage) : [])),
    ];
  });
}

describe("the strings of the specification are there to the letter:", () => {
  test.each([
    ["§2.1", "access.label", "Access Key"],
    ["§2.1", "access.placeholder", "Enter your access key"],
    ["§2.1", "access.submit", "Access Interview"],
    ["§2.1", "access.busy", "Authenticating..."],
    ["§2.2", "header.percent", "{percent}% Completed"],
    ["§2.2", "header.unsaved", "Unsaved changes"],
    ["§2.2", "header.save", "Save"],
    ["§2.2", "header.submit", "Submit"],
    ["§2.2", "header.logout", "Logout"],
    ["§2.2", "sections.title", "Interview Sections"],
    ["§2.2", "sections.step", "{step}/{total}"],
    ["§2.2", "sections.completed", "{completed}/{total} completed"],
    ["§2.2", "sections.minutes", "{minutes} min"],
    ["§2.2", "sections.notFound.title", "Section Not Found"],
    ["§2.2", "sections.notFound.text", "The requested section could not be found."],
    ["§2.2", "answer.showMore", "Show more"],
    ["§2.2", "answer.showLess", "Show less"],
    ["§2.2", "tools.other", "Other"],
    ["§2.2", "website.low", "Very Unsatisfied"],
    ["§2.2", "website.high", "Very Satisfied"],
    ["§2.2", "loading", "Loading..."],
    ["§4", "dictation.listening", "Listening... Speak now"],
    ["§4", "transcript.pending", "Generating transcript..."],
    ["§5", "access.empty", "Please enter an access key."],
    ["§8", "access.failed", "Invalid access key. Please try again."],
    ["§8", "access.connection", "Connection error. Please try again."],
    ["§8", "toast.saveFailed.title", "Save Failed"],
    ["§8", "toast.saveFailed.text", "Failed to save your progress. Please try again."],
    ["§8", "toast.saveFailed.unexpected", "An unexpected error occurred while saving. Please try again."],
    ["§8", "toast.notAuthenticated.title", "Not Authenticated"],
    ["§8", "toast.notAuthenticated.text", "Please log in to save your progress."],
    ["§8", "toast.submitFailed.title", "Submission Failed"],
    ["§8", "toast.submitFailed.text", "Failed to submit your responses. Please try again."],
    [
      "§8",
      "toast.submitFailed.unexpected",
      "An unexpected error occurred during submission. Please try again.",
    ],
    ["§8", "toast.saved.title", "Progress Saved"],
    ["§8", "toast.saved.text", "Your responses have been saved successfully."],
    ["§8", "toast.submitted.title", "Submission Complete!"],
    [
      "§8",
      "toast.submitted.text",
      "Your onboarding responses have been submitted successfully. Thank you for completing the process.",
    ],
    ["product §7", "dictation.start", "Dictate"],
    ["product §7", "dictation.stop", "Stop dictation"],
    ["product §7", "answer.delete", "Delete answer"],
    ["product §7", "answer.edit", "Edit answer"],
    ["product §7", "answer.enlarge", "Enlarge"],
    ["product §5", "missing.submit", "Submit anyway"],
  ] as const)("%s %s", (_, id, text) => {
    expect(clientEn[id]).toBe(text);
  });
});

const catalogues = [
  ["client, en", clientEn, clientEn],
  ["client, es", clientEs, clientEn],
  ["console, en", consoleEn, consoleEn],
  ["console, es", consoleEs, consoleEn],
] satisfies [name: string, catalogue: Catalogue, english: Catalogue][];

describe.each<[string, Catalogue, Catalogue]>(catalogues)("every message (%s)", (_, catalogue, english) => {
  const messages = Object.entries(catalogue);

  test("is there, and no other, in the order of the English ones", () => {
    expect(Object.keys(catalogue)).toEqual(Object.keys(english));
  });

  test("takes the values that it takes in English", () => {
    const valuesOf = (text = "") => [...new Set(placeholdersOf(compileMessage(text)))].sort().join();
    const differing = messages.filter(([id, text]) => valuesOf(text) !== valuesOf(english[id]));
    expect(differing).toEqual([]);
  });

  test("has words, and no white space around them", () => {
    expect(messages.filter(([, text]) => text === "" || text !== text.trim())).toEqual([]);
  });

  test("is named in words joined by points", () => {
    expect(messages.map(([id]) => id).filter((id) => !/^[a-z]\w*(\.[\w-]+)*$/i.test(id))).toEqual([]);
  });

  test("compiles, and leaves no brace behind", () => {
    const texts = messages.map(([id, text]) => [id, JSON.stringify(compileMessage(text, (raw) => raw))]);
    const plain = messages.filter(([, text]) => typeof compileMessage(text) === "string");
    expect(texts).toHaveLength(messages.length);
    expect(plain.filter(([, text]) => /[{}]/.test(text))).toEqual([]);
  });

  test("names its placeholders in camel case", () => {
    const names = messages.flatMap(([, text]) => placeholdersOf(compileMessage(text)));
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => !/^[a-z][a-zA-Z]*$/.test(name))).toEqual([]);
  });

  test("that counts has a form for one and a form for all other numbers", () => {
    const counting = messages.filter(([, text]) => text.includes("plural"));
    expect(
      counting.filter(
        ([, text]) => !/\{\w+, plural, (=0 \{[^{}]*\} )?one \{[^{}]+\} other \{[^{}]+\}\}/.test(text),
      ),
    ).toEqual([]);
  });

  test("has no straight apostrophe, which would quote the placeholder after it", () => {
    expect(messages.filter(([, text]) => text.includes("'"))).toEqual([]);
  });

  test("holds no markup", () => {
    expect(messages.filter(([, text]) => /<[a-z/!]/i.test(text))).toEqual([]);
  });
});
