/** The containers that recorders of browsers and phones write. */
export type AudioKind = "webm" | "ogg" | "mp4" | "wav";

/** All signatures are within this many bytes. */
const BEGINNING_BYTES = 64;

const EBML = "\u001aE\u00df\u00a3";
const OGG_CODECS = ["OpusHead", "\u0001vorbis", "Speex   ", "\u007fFLAC"];
/** Of the same container family, but images (HEIF, AVIF) and QuickTime movies. */
const OTHER_BRANDS = ["heic", "heix", "hevc", "hevx", "mif1", "msf1", "avif", "avis", "qt  "];

const SIGNATURES: { [Kind in AudioKind]: (start: string) => boolean } = {
  webm: (start) => start.startsWith(EBML) && (start.includes("webm") || start.includes("matroska")),
  ogg: (start) => start.startsWith("OggS\0") && OGG_CODECS.some((codec) => start.includes(codec)),
  mp4: (start) => start.slice(4, 8) === "ftyp" && !OTHER_BRANDS.includes(start.slice(8, 12)),
  wav: (start) => start.startsWith("RIFF") && start.slice(8, 12) === "WAVE",
};

/** Detected from the first bytes; the file's name and its declared type are not trusted. */
export function audioKind(beginning: Uint8Array): AudioKind | undefined {
  const start = Buffer.from(beginning.subarray(0, BEGINNING_BYTES)).toString("latin1");
  const kinds = Object.keys(SIGNATURES) as AudioKind[];
  return kinds.find((kind) => SIGNATURES[kind](start));
}
