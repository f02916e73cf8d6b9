import { useEffect, useState } from "react";

/** The value once it has not changed for `restMs`. The initial value is returned at once. */
export function useDebouncedValue<Value>(value: Value, restMs: number): Value {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(() => value), restMs);
    return () => clearTimeout(timer);
  }, [value, restMs]);
  return rested;
}
