export const mapValues = <From, To>(record: Readonly<Record<string, From>>, make: (value: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, make(value)]));
