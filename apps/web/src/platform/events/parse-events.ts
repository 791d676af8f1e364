/** One event of a stream. The name is empty for an id without data. */
export interface StreamEvent {
  id: string | null;
  name: string;
  data: string;
}

/** Parses a stream of server-sent events from chunks and emits each complete event. */
export function eventParser(onEvent: (event: StreamEvent) => void): (piece: string) => void {
  let rest = '';
  let event: StreamEvent = nothing();
  const take = (line: string): void => {
    if (line === '') {
      if (event.id !== null || event.name !== '' || event.data !== '') onEvent(event);
      event = nothing();
      return;
    }
    const [field, value] = fieldOf(line);
    if (field === 'id') event.id = value;
    else if (field === 'event') event.name = value;
    else if (field === 'data') event.data += event.data === '' ? value : `\n${value}`;
  };
  return (piece) => {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) take(line.replace(/\r$/, ''));
  };
}

const nothing = (): StreamEvent => ({ id: null, name: '', data: '' });

/** A line that begins with a colon is a comment: its field name is empty. */
function fieldOf(line: string): [field: string, value: string] {
  const [, field = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/.exec(line) ?? [];
  return [field, value];
}
