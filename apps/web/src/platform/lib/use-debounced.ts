import { useEffect, useState } from 'react';

export function useDebounced<Value>(value: Value, pause: number): Value {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const waiting = setTimeout(() => setDebounced(value), pause);
    return () => clearTimeout(waiting);
  }, [value, pause]);
  return debounced;
}
