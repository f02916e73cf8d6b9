import Typebot from "@typebot.io/js/web";

Typebot.initStandard({ typebot: "interview", apiHost: location.origin });
