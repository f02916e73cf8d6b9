/** Writes what the Dockerfile copies into the named folder: the same files as in the tarball. */
import { layReleaseFolder } from "./release-folder.ts";

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error("Name the folder to lay it in.");
layReleaseFolder(folder);
