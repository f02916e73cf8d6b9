// packages without types, or whose exports hide them
declare module "@formbricks/surveys";
declare module "@typebot.io/js/web";
