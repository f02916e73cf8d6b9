// packages that come without types, or with types that their own exports hide
declare module "@formbricks/surveys";
declare module "@typebot.io/js/web";
