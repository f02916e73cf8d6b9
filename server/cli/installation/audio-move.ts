import { type Command, Option } from "commander";
import { pluralize } from "../../runtime/pluralize.ts";
import { moveAudio } from "../../takes/move-audio.ts";
import { CommandError, command, print, withInstallation } from "../command.ts";

const PLACES = { objects: "object storage", database: "the database" } as const;
type Place = keyof typeof PLACES;
type Options = { to: Place; json?: boolean };

export function audioMove(env: NodeJS.ProcessEnv): Command {
  return command({
    name: "move",
    describe: "Move recordings between the database and object storage; the server may be running",
    example: "audio move --to objects",
  })
    .addOption(new Option("--to <place>", "destination").choices(Object.keys(PLACES)).default("objects"))
    .option("--json", "print JSON")
    .action(async ({ to, json }: Options) => {
      const { moved, unreadable } = await withInstallation(env, ({ storage, audioPlaces, bucket }) => {
        if (!bucket)
          throw new CommandError(
            "Object storage isn't set up. Set FIRSTHAND_S3_ENDPOINT and the other FIRSTHAND_S3_ settings, also to move recordings back.",
          );
        return moveAudio({ storage }, { ...audioPlaces, asSet: to });
      });
      const warnings = unreadable.map(
        ({ clientId, takeId }) => `Recording ${takeId} of ${clientId} can't be read, so it wasn't moved.`,
      );
      print({ to, moved, unreadable, warnings }, json, [
        `Moved to ${PLACES[to]}: ${pluralize(moved, "recording")}`,
        ...warnings.map((warning) => `Warning: ${warning}`),
        ...(to === "database"
          ? [
              "Unset FIRSTHAND_S3_ENDPOINT and the other FIRSTHAND_S3_ settings before you start the server again.",
            ]
          : []),
      ]);
    });
}
