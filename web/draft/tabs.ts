/** What the tabs of one client on this device tell each other. No answer is among it. */
export type TabMessage = { kind: "saved"; revision: number | undefined } | { kind: "left" };

export type Tabs = { tell(message: TabMessage): void; close(): void };

/** `slot` names the client on this device. Where the browser has no channel, tabs meet through the server alone. */
export function openTabs(slot: string, onMessage: (message: TabMessage) => void): Tabs {
  if (typeof BroadcastChannel === "undefined") return { tell: () => undefined, close: () => undefined };
  const channel = new BroadcastChannel(`firsthand/${slot}`);
  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => onMessage(data);
  let isClosed = false;
  return {
    tell(message) {
      if (!isClosed) channel.postMessage(message);
    },
    close() {
      isClosed = true;
      channel.close();
    },
  };
}
