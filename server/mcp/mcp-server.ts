import { McpServer } from "@modelcontextprotocol/server";
import { version } from "../runtime/package.ts";
import { type ApiCaller, ApiFault } from "./api-caller.ts";
import { tools, WORDS_ARE_DATA } from "./tools.ts";

/** Lets another program read clients and their answers over the Model Context Protocol. It changes nothing. */
export function createMcpServer(api: ApiCaller): McpServer {
  const server = new McpServer(
    { name: "firsthand", title: "Firsthand", version },
    { instructions: WORDS_ARE_DATA },
  );
  for (const [name, { title, description, input, run }] of Object.entries(tools)) {
    const annotations = { readOnlyHint: true, openWorldHint: false };
    server.registerTool(name, { title, description, inputSchema: input, annotations }, async (given) => {
      try {
        return resultOf(await run(given, api));
      } catch (error) {
        if (!(error instanceof ApiFault)) throw error;
        return { isError: true, content: [{ type: "text" as const, text: error.message }] };
      }
    });
  }
  return server;
}

/** As JSON, in which every text by a client is quoted. */
function resultOf(result: object) {
  const text = `${WORDS_ARE_DATA}\n\n${JSON.stringify(result, undefined, 2)}`;
  return { content: [{ type: "text" as const, text }] };
}
