import { connect } from "node:net";

/** Sends exactly these bytes, which no HTTP client would, and reads until the server closes the connection. */
export function sendRaw(url: string, bytes: string | Buffer): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    let answer = "";
    socket.setEncoding("latin1");
    socket.on("data", (part: string) => {
      answer += part;
    });
    // the server may have closed the connection before it has read everything
    socket.on("error", (error: NodeJS.ErrnoException) => (answer === "" ? reject(error) : resolve(answer)));
    socket.on("close", () => resolve(answer));
  });
}

const CHUNK = `1000\r\n${"x".repeat(0x1000)}\r\n`;

/** Sends chunks after this head until the server closes the connection; returns the server's answer. */
export function sendForEver(url: string, head: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(head);
      sendMore();
    });
    const sendMore = () => {
      while (socket.writable && socket.write(CHUNK));
    };
    let answer = "";
    socket.setEncoding("latin1");
    socket.on("drain", sendMore).on("data", (part: string) => {
      answer += part;
    });
    // the connection was closed while more was being sent
    socket.on("error", () => undefined).on("close", () => resolve(answer));
  });
}

/** Parses an answer that was read as text. */
export function parseRaw(answer: string) {
  const [head = "", body = ""] = answer.split("\r\n\r\n", 2);
  const [statusLine = "", ...lines] = head.split("\r\n");
  const headers = new Headers(
    lines.map((line): [string, string] => [
      line.split(":")[0] ?? "",
      line.slice(line.indexOf(":") + 1).trim(),
    ]),
  );
  return { status: Number(statusLine.split(" ")[1]), headers, body };
}
