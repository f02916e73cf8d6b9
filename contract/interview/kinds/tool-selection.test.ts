import { describe, expect, test } from "vitest";
import {
  nameCustomTools,
  noSelection,
  noTools,
  rateTool,
  type ToolSelectionEntry,
  toggleTool,
} from "./tool-selection.ts";

const selection = (given: Partial<ToolSelectionEntry>): ToolSelectionEntry => ({ ...noSelection, ...given });
const RATED = selection({ selectedTools: ["square", "excel"], toolRatings: { square: 4, excel: 2 } });

describe("a selection of tools", () => {
  test("drops a tool's rating when it is deselected", () => {
    expect(toggleTool(RATED, "square")).toEqual({
      selectedTools: ["excel"],
      customTools: "",
      toolRatings: { excel: 2 },
    });
  });

  test("clears the custom tools when Other is deselected, and only then", () => {
    const named = selection({ selectedTools: ["other", "square"], customTools: "a till" });
    expect(toggleTool(named, "square").customTools).toBe("a till");
    expect(toggleTool(named, "other").customTools).toBe("");
  });

  test("takes no rating for a tool that is not selected, nor for Other", () => {
    const other = selection({ selectedTools: ["other"] });
    expect(rateTool(other, "other", 5)).toEqual(other);
    expect(rateTool(other, "square", 5)).toEqual(other);
    expect(rateTool(RATED, "square", 5).toolRatings).toEqual({ square: 5, excel: 2 });
  });

  test("takes no custom tools while Other is not selected", () => {
    expect(nameCustomTools(RATED, "a till")).toEqual(RATED);
    expect(nameCustomTools(noTools, "a till").customTools).toBe("a till");
  });

  test.each(["square", "other"])("an answer of “none of these tools” ends with %s", (tool) => {
    expect(toggleTool(noTools, tool)).toEqual(selection({ selectedTools: [tool] }));
  });
});
