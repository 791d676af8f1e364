/** A PostgreSQL column: its type name in `information_schema`, and whether it may be null. `Value` is the type that queries return. */
export interface Column<Value> {
  readonly type: string;
  readonly isNullable: boolean;
  readonly value?: Value;
}

const column = <Value>(type: string): Column<Value> => ({ type, isNullable: false });

export const uuid = column<string>('uuid');
export const text = column<string>('text');
export const boolean = column<boolean>('bool');
export const smallint = column<number>('int2');
export const integer = column<number>('int4');
/** node-postgres returns int8 as text, because a number would lose digits. */
export const bigint = column<string>('int8');
export const float = column<number>('float8');
export const bytes = column<Buffer>('bytea');
export const date = column<Date>('date');
export const time = column<Date>('timestamptz');
export const uuids = column<string[]>('_uuid');
export const texts = column<string[]>('_text');
export const integers = column<number[]>('_int4');
export const searchDocument = column<string>('tsvector');
export const transactionId = column<string>('xid8');

export const json = <Value>(): Column<Value> => column('jsonb');
export const oneOf = <Value extends string>(): Column<Value> => column('text');
export const severalOf = <Value extends string>(): Column<Value[]> => column('_text');
export const nullable = <Value>({ type }: Column<Value>): Column<Value | null> => ({ type, isNullable: true });

/** Columns of a table, from which queries build their column lists and TypeScript infers the row type. */
export interface Table<Row> {
  name: string;
  columns: { readonly [Name in keyof Row]: Column<Row[Name]> };
  keys: readonly (keyof Row)[];
  /** `id, title` */
  names: string;
  pick: <Name extends keyof Row>(...names: readonly Name[]) => Table<Pick<Row, Name>>;
  /** `p.id, p.title` for the alias `p`. */
  of: (alias: string) => string;
  /** One row from a parameter made by `record`: `insert into photos (${added.names}) select ${added.of('n')} from ${added.from('$1')} n`. */
  from: (parameter: string) => string;
  fromAll: (parameter: string) => string;
  /** Sets the columns in the record; others keep their value: `update photos p set ${changed.set('p', '$2')} where p.id = $1`. */
  set: (alias: string, parameter: string) => string;
  record: (row: PartOf<Row>) => string;
  records: (rows: readonly Row[]) => string;
  valuesOf: (row: Row) => Row;
}

type PartOf<Row> = { readonly [Name in keyof Row]?: Row[Name] | undefined };

/** Columns to change; undefined leaves a column unchanged. */
export type Change<One> = { readonly [Name in keyof Row<One>]: Row<One>[Name] | undefined };

/** A row to insert; nullable columns may be omitted. */
export type NewRow<One> = {
  readonly [Name in keyof Row<One> as null extends Row<One>[Name] ? never : Name]: Row<One>[Name];
} & { readonly [Name in keyof Row<One> as null extends Row<One>[Name] ? Name : never]?: Row<One>[Name] | undefined };

export type Row<One> = One extends Table<infer Columns> ? Columns : never;

type ValueOf<One> = One extends Column<infer Value> ? Value : never;

/** Declares a table. `architecture/tables.test.ts` compares it with the database. */
export const table = <Columns extends Record<string, Column<unknown>>>(
  name: string,
  columns: Columns,
): Table<{ -readonly [Name in keyof Columns]: ValueOf<Columns[Name]> }> => withColumns(name, columns as never);

function withColumns<Row>(table: string, columns: Table<Row>['columns']): Table<Row> {
  const names = Object.keys(columns) as (keyof Row & string)[];
  const of = (alias: string): string => names.map((name) => `${alias}.${name}`).join(', ');
  const asRecord = (row: PartOf<Row>): object => Object.fromEntries(names.map((name) => [name, asJson(row[name])]));
  return {
    name: table,
    columns,
    keys: names,
    names: names.join(', '),
    pick: (...some) => withColumns(table, Object.fromEntries(some.map((name) => [name, columns[name]])) as never),
    of,
    from: (parameter) => `jsonb_populate_record(null::${table}, ${parameter})`,
    fromAll: (parameter) => `jsonb_populate_recordset(null::${table}, ${parameter})`,
    set: (alias, parameter) =>
      `(${names.join(', ')}) = (select ${of('changed')} from jsonb_populate_record(${alias}, ${parameter}) changed)`,
    record: (row) => JSON.stringify(asRecord(row)),
    records: (rows) => JSON.stringify(rows.map(asRecord)),
    valuesOf: (row) => Object.fromEntries(names.map((name) => [name, row[name]])) as Row,
  };
}

/** Replaces lone surrogates, like node-postgres in text parameters, because jsonb refuses them. */
const asJson = (value: unknown): unknown =>
  typeof value === 'string' ? value.replaceAll(/\p{Cs}/gu, '\ufffd') : Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value;
