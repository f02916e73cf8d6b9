/** The rarer actions on a client, each of which opens a dialog. */
export type RareAct = "answer" | "change" | "interview" | "invite" | "erase";
