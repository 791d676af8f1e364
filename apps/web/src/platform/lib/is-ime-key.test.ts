import { describe, expect, test } from 'vitest';
import { isImeKey } from './is-ime-key.ts';

describe('a key belongs to the input method', () => {
  test('while a composition is open', () => {
    expect(isImeKey({ isComposing: true, keyCode: 13 })).toBe(true);
  });
  test('in Safari, where the Enter that ends a conversion comes after the composition and has key code 229', () => {
    expect(isImeKey({ isComposing: false, keyCode: 229 })).toBe(true);
    expect(isImeKey({ nativeEvent: { isComposing: false, keyCode: 229 } })).toBe(true);
  });
  test('but not when it is typed directly', () => {
    expect(isImeKey({ isComposing: false, keyCode: 13 })).toBe(false);
  });
});
