import { type Command, Option } from "commander";
import { moveAudio } from "../../takes/move-audio.ts";
import { CommandError, command, counted, print, withInstallation } from "../command.ts";

const PLACES = { objects: "object storage", database: "the database" } as const;
type Place = keyof typeof PLACES;
type Options = { to: Place; json?: boolean };

export function audioMove(env: NodeJS.ProcessEnv): Command {
  return command({
    name: "move",
    describe: "Bring the recordings from the database to object storage, or back; the server may be running",
    example: "audio move --to objects",
  })
    .addOption(new Option("--to <place>", "where to").choices(Object.keys(PLACES)).default("objects"))
    .option("--json", "print the facts as JSON")
    .action(async ({ to, json }: Options) => {
      const { moved, unreadable } = await withInstallation(env, ({ storage, audioPlaces, bucket }) => {
        if (!bucket)
          throw new CommandError(
            "No object storage is set. Set FIRSTHAND_S3_ENDPOINT and what belongs to it; also to bring recordings back.",
          );
        return moveAudio({ storage }, { ...audioPlaces, asSet: to });
      });
      const warnings = unreadable.map(
        ({ clientId, takeId }) => `Take ${takeId} of ${clientId} cannot be read, and stays where it is.`,
      );
      print({ to, moved, unreadable, warnings }, json, [
        `Moved to ${PLACES[to]}: ${counted(moved, "recording")}`,
        ...warnings.map((warning) => `Warning: ${warning}`),
        ...(to === "database"
          ? ["Unset FIRSTHAND_S3_ENDPOINT and what belongs to it before the server runs again."]
          : []),
      ]);
    });
}
