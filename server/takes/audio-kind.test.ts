import { describe, expect, test } from "vitest";
import { audioKind } from "./audio-kind.ts";

const bytes = (text: string) => Buffer.from(text, "latin1");
const box = (brand: string) => bytes(`\0\0\0\u001cftyp${brand}\0\0\0\0isomiso5`);
const oggPage = (packet: string) => bytes(`OggS\0\u0002${"\0".repeat(21)}\u0013${packet}`);
const EBML = "\u001aE\u00df\u00a3";

describe("a recorder's file is recognized by its first bytes:", () => {
  test.each([
    ["Chrome's WebM", bytes(`${EBML}\u009fB\u0086\u0081\u0001B\u0082\u0084webmB\u0087\u0081\u0004`), "webm"],
    ["Matroska", bytes(`${EBML}\u00a3B\u0086\u0081\u0001B\u0082\u0088matroska`), "webm"],
    ["Firefox's Ogg Opus", oggPage("OpusHead\u0001\u0001"), "ogg"],
    ["Ogg Vorbis", oggPage("\u0001vorbis"), "ogg"],
    ["Safari's MP4", box("iso5"), "mp4"],
    ["a phone's M4A", box("M4A "), "mp4"],
    ["WAV", bytes("RIFF\u0024\0\0\0WAVEfmt "), "wav"],
  ])("%s", (_, beginning, kind) => {
    expect(audioKind(beginning)).toBe(kind);
  });

  test("also where the rest of the file follows", () => {
    expect(audioKind(Buffer.concat([box("isom"), Buffer.alloc(65_536, 7)]))).toBe("mp4");
  });
});

describe("nothing else is recognized as audio:", () => {
  test.each([
    ["nothing at all", bytes("")],
    ["a text", bytes("Dear diary, webm matroska ftyp OggS OpusHead WAVE")],
    ["a text that speaks of RIFF", bytes("RIFF is a format, and WAVE is in it")],
    ["a page", bytes("<!doctype html><title>webm</title>")],
    ["a program", bytes("\u007fELF\u0002\u0001\u0001")],
    ["a picture", bytes("\u0089PNG\r\n\u001a\n")],
    ["a photograph of a phone", box("heic")],
    ["an AVIF picture", box("avif")],
    ["a QuickTime film", box("qt  ")],
    ["an AVI film", bytes("RIFF\u0024\0\0\0AVI LIST")],
    ["an Ogg film", oggPage("\u0080theora")],
    ["MP3, which no recorder writes", bytes("ID3\u0004\0\0\0\0")],
    ["a playlist, which names other files", bytes("#EXTM3U\nfile:///etc/passwd")],
    ["a signature that is cut off", bytes(EBML)],
    ["a signature that comes later", bytes(`\0${EBML}webm`)],
    ["a name that comes later", bytes(`${EBML}${"\0".repeat(64)}webm`)],
  ])("%s", (_, beginning) => {
    expect(audioKind(beginning)).toBeUndefined();
  });
});
