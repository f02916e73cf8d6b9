/** Messages between the tabs of one client on this device; they never contain answers. */
export type TabMessage = { kind: "saved"; revision: number | undefined } | { kind: "left" };

export type TabChannel = { tell(message: TabMessage): void; close(): void };

/** `slot` identifies the client on this device. In a browser without BroadcastChannel, tabs meet only on the server. */
export function openTabChannel(slot: string, onMessage: (message: TabMessage) => void): TabChannel {
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
