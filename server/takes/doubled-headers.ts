const BOX_HEADER_BYTES = 8;
/** The box type that readers skip. */
const HIDDEN = "free";

/**
 * Hides the first of two identical fragment headers, in place and without moving a byte; returns whether it found any.
 * The recorder of WebKitGTK 2.50 (GStreamer 1.22) writes the last header twice. Browsers play such an MP4 completely,
 * but ffmpeg looks for the audio behind the first header, and loses it.
 */
export function hideDoubledHeaders(mp4: Buffer): boolean {
  let isHidden = false;
  let before: Buffer | undefined;
  for (const box of boxesOf(mp4)) {
    if (before && typeOf(box) === "moof" && before.equals(box)) {
      before.write(HIDDEN, 4, "latin1");
      isHidden = true;
    }
    before = box;
  }
  return isHidden;
}

function* boxesOf(mp4: Buffer): Generator<Buffer> {
  for (let at = 0; at + BOX_HEADER_BYTES <= mp4.length; ) {
    const size = mp4.readUInt32BE(at);
    // the last box, or one too large for 32 bits; no recording has a fragment after either
    if (size < BOX_HEADER_BYTES) return;
    yield mp4.subarray(at, at + size);
    at += size;
  }
}

function typeOf(box: Buffer): string {
  return box.toString("latin1", 4, BOX_HEADER_BYTES);
}
