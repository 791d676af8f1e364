/** One event of a stream. Of an id that comes alone the name is empty. */
export interface StreamEvent {
  /** Where to go on after it; null where it says nothing of that. */
  id: string | null;
  name: string;
  data: string;
}

/** Takes a stream of server-sent events in the pieces in which it comes, and gives out each event once it is complete. */
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

/** A line that begins with a colon is a comment: its field has no name. */
function fieldOf(line: string): [field: string, value: string] {
  const [, field = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/.exec(line) ?? [];
  return [field, value];
}
