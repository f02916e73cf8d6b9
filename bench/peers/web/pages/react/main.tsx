import "../plain.css";
import { useState } from "react";
import { mount } from "../mount.ts";

/** Measures the cost of React alone: one controlled input. */
function OneInput() {
  const [answer, setAnswer] = useState("");
  return (
    <label>
      Your team
      <input type="text" value={answer} onChange={(event) => setAnswer(event.currentTarget.value)} />
    </label>
  );
}

mount(<OneInput />);
