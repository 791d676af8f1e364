import { describe, expect, test } from 'vitest';
import { isImeKey } from './keyboard.ts';

describe('isImeKey', () => {
  test('a key belongs to the input method during a composition', () => {
    expect(isImeKey({ isComposing: true, keyCode: 13 })).toBe(true);
  });
  test('in Safari, the Enter that ends a conversion belongs to the input method by its key code 229', () => {
    expect(isImeKey({ isComposing: false, keyCode: 229 })).toBe(true);
    expect(isImeKey({ nativeEvent: { isComposing: false, keyCode: 229 } })).toBe(true);
  });
  test('a key typed directly does not belong to the input method', () => {
    expect(isImeKey({ isComposing: false, keyCode: 13 })).toBe(false);
  });
});
