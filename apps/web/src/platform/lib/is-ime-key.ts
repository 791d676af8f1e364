type AnyKeyboardEvent = Pick<KeyboardEvent, 'isComposing' | 'keyCode'> | { nativeEvent: Pick<KeyboardEvent, 'isComposing' | 'keyCode'> };

const imeKeyCode = 229;

/**
 * Returns whether an input method (IME) uses the key, for example Enter to end a conversion. Key handlers must ignore such keys. In
 * Safari the composition ends before the keydown, so `isComposing` is false there and only the key code shows it.
 */
export function isImeKey(event: AnyKeyboardEvent): boolean {
  const { isComposing, keyCode } = 'nativeEvent' in event ? event.nativeEvent : event;
  return isComposing || keyCode === imeKeyCode;
}
