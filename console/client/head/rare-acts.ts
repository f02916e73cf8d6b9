/** What is done with a client now and then, in a dialog. */
export type RareAct = "answer" | "change" | "interview" | "invite" | "erase";
