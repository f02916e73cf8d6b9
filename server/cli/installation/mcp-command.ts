import type { Command } from "commander";
import { CommandError, command } from "../command.ts";

/** Talks to a server over its API; opens no installation. */
export function mcpCommand(env: NodeJS.ProcessEnv): Command {
  return command({
    name: "mcp",
    describe:
      "Serve clients and answers to a program that speaks MCP, over standard input and output; read only. FIRSTHAND_URL names the server, and FIRSTHAND_TOKEN is an API token with the scopes clients:read and answers:read",
    example: "mcp",
  }).action(async () => {
    const access = accessOf(env);
    // imported here, so that other commands do not load them
    const [{ serveStdio }, { createApiCaller }, { createMcpServer }] = await Promise.all([
      import("@modelcontextprotocol/server/stdio"),
      import("../../mcp/api-caller.ts"),
      import("../../mcp/mcp-server.ts"),
    ]);
    serveStdio(() => createMcpServer(createApiCaller(access)));
    await new Promise((resolve) => process.stdin.once("close", resolve));
  });
}

function accessOf({ FIRSTHAND_URL: url = "", FIRSTHAND_TOKEN: token = "" }: NodeJS.ProcessEnv) {
  const address = URL.parse(url);
  if (!address || !["http:", "https:"].includes(address.protocol))
    throw new CommandError(
      "Set FIRSTHAND_URL to the address of the server, such as https://onboarding.example.com.",
    );
  if (token === "")
    throw new CommandError(
      "Set FIRSTHAND_TOKEN to an API token. Make one in the console, under Account, with the scopes clients:read and answers:read.",
    );
  return { address, token };
}
