import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { LaunchBrowser, OtherBrowser } from "../support/browser/other-browser.ts";
import { recordingJourney } from "../support/browser/recording-journey.ts";
import { shareOfWords } from "../support/data/spoken-take.ts";
import { type Site, startSite } from "../support/service/site-process.ts";
import { type SoundServer, startSoundServer } from "../support/service/sound-server.ts";

const WORDS_AT_LEAST = 0.8;
/** The spoken sentence takes 4 s, and a busy machine stops late. */
const LENGTH_MS = { min: 4_000, max: 10_000 };

type RecordingCase = {
  launch: LaunchBrowser;
  /** The MIME type of the recorder's output, exactly as the browser states it. */
  mimeType: string;
  /** The command of the speech engine that transcribes the spoken sentence. */
  engine: string[];
  /** Whether the microphone is silent between two sentences. */
  fallsSilent: boolean;
};

/** Claims about recording that hold in every browser. */
export function recordingSuite({ launch, mimeType, engine, fallsSilent }: RecordingCase): void {
  let site: Site;
  beforeAll(async () => {
    const command = JSON.stringify(engine);
    site = await startSite({ FIRSTHAND_TRANSCRIBER: "command", FIRSTHAND_TRANSCRIBER_COMMAND: command });
  });
  afterAll(() => site.close());

  /** Each claim has its own client in the same browser. */
  function journeysIn(open: () => Promise<OtherBrowser>) {
    let browser: OtherBrowser;
    beforeAll(async () => {
      browser = await open();
      process.stdout.write(`${browser.name}\n`);
    });
    afterAll(() => browser.close());
    afterEach(async () => expect(await recordingJourney(browser, site).faults()).toEqual([]));
    return async () => {
      const journey = recordingJourney(browser, site);
      const client = await site.addClient();
      await journey.signIn(client);
      return { journey, client };
    };
  }

  describe("with a microphone", () => {
    let sound: SoundServer;
    beforeAll(async () => {
      sound = await startSoundServer();
    });
    afterAll(() => sound.close());
    const begin = journeysIn(() => launch(sound));

    test(`a take is an answer at once, reaches the server as ${mimeType}, and its words come back`, async () => {
      const { journey, client } = await begin();
      await journey.record(sound.speak);
      await journey.seesAnswer("Generating transcript...");
      const words = await journey.seesWords();
      expect(shareOfWords(words), words).toBeGreaterThanOrEqual(WORDS_AT_LEAST);
      const [take] = journey.takes(client);
      expect(take).toMatchObject({ state: "transcribed", mimeType });
      expectLength(take?.durationMs);
      await journey.save();
      expect(await journey.stored(client)).toMatchObject([{ type: "audio", content: words }]);
    });

    test("Talk means recording, since the browser does not recognize speech", async () => {
      const { journey } = await begin();
      await journey.sees("card", "Talk");
      await journey.sees("card", "Your recording goes to");
    });

    test("a take can be played from the device, and after a new sign-in from the server", async () => {
      const { journey, client } = await begin();
      await journey.record(sound.speak);
      await journey.seesWords();
      // before a save, the device plays its local copy
      await journey.listen();
      await journey.save();
      await journey.signIn(client);
      await journey.seesWords();
      expectLength((await journey.listen()).durationMs);
    });

    test("Talk it through listens, keeps what it hears, and continues", async () => {
      const { journey, client } = await begin();
      await journey.talkAboutTeam();
      await sound.speak();
      if (fallsSilent) await journey.hears("Anything else?");
      else await journey.pressInTalk("Done, next question");
      await journey.hears("Got it. Next:");
      await journey.pressInTalk("Back to the questions");
      const words = await journey.seesWords();
      expect(shareOfWords(words), words).toBeGreaterThanOrEqual(WORDS_AT_LEAST);
      expect(journey.takes(client)).toMatchObject([{ state: "transcribed", mimeType }]);
    });

    test("a recording interrupted by closing the page is an answer after the next sign-in, and is sent", async () => {
      const { journey, client } = await begin();
      await journey.press("Talk: Record");
      await journey.sees("timer", "of 5:00");
      // records two seconds longer than the sentence, because the last seconds may be lost
      await Promise.all([sound.speak(), journey.sees("timer", "0:07 of 5:00")]);
      await journey.signIn(client);
      const words = await journey.seesWords();
      expect(shareOfWords(words), words).toBeGreaterThanOrEqual(WORDS_AT_LEAST);
      expect(journey.takes(client)).toMatchObject([{ state: "transcribed", mimeType }]);
    });
  });

  describe("without a microphone", () => {
    const begin = journeysIn(() => launch(undefined));

    test("Talk says that there is no microphone, and a typed answer is saved", async () => {
      const { journey, client } = await begin();
      await journey.press("Talk: Record");
      await journey.sees("card", "We couldn’t find a microphone. Plug one in, or type your answer.");
      await journey.type("Just me.");
      await journey.save();
      expect(await journey.stored(client)).toMatchObject([{ type: "text", content: "Just me." }]);
    });
  });
}

function expectLength(durationMs: unknown): void {
  expect(durationMs).toBeGreaterThan(LENGTH_MS.min);
  expect(durationMs).toBeLessThan(LENGTH_MS.max);
}
