/** Parameters of a call. Apps send them in the address, as JSON, or as a form; lists as `id[]=1`, `id[0]=1` or `"id": ["1"]`. */
export class Fields {
  readonly #values = new Map<string, string[]>();

  constructor(...sources: unknown[]) {
    for (const source of sources) for (const [name, value] of entriesOf(source)) this.#add(name, value);
  }

  #add(name: string, value: unknown): void {
    if (Array.isArray(value)) for (const item of value) this.#add(name, item);
    else if (typeof value === 'object' && value !== null)
      for (const [inner, item] of Object.entries(value)) this.#add(`${name}[${inner}]`, item);
    else if (value !== null && value !== undefined) {
      const key = name.replace(/\[\d*\]$/, '');
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      const values = this.#values.get(key);
      if (values) values.push(text);
      else this.#values.set(key, [text]);
    }
  }

  one(name: string): string | undefined {
    return this.#values.get(name)?.[0];
  }

  all(name: string): readonly string[] {
    return this.#values.get(name) ?? [];
  }

  isTrue(name: string): boolean {
    return ['true', '1', 'on'].includes(this.one(name) ?? '');
  }

  /** Returns true if the parameter or one inside it was sent, as `poll[options][]`. */
  has(name: string): boolean {
    return [...this.#values.keys()].some((key) => key === name || key.startsWith(`${name}[`));
  }
}

const entriesOf = (source: unknown): [string, unknown][] => {
  if (source instanceof URLSearchParams) return [...source];
  return typeof source === 'object' && source !== null && !Array.isArray(source) ? Object.entries(source) : [];
};
