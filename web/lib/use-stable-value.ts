import { useEffect, useState } from 'react';

/**
 * A value of JSON as the screen shows it. The router changes the address in a transition, which React may begin several times
 * before it is shown; a query that went along would be asked anew each time.
 */
export function useStableValue<T>(value: T): T {
  const [settled, settle] = useState(value);
  const text = JSON.stringify(value);
  useEffect(() => settle((known) => (JSON.stringify(known) === text ? known : JSON.parse(text))), [text]);
  return settled;
}
