import * as words from '@mbari/words/composer';
import { locale } from '@mbari/words/format';
import { CalendarClock } from 'lucide-react';
import { useState } from 'react';
import { localTime } from '~/platform/lib/dates.ts';
import { TextField } from '~/platform/ui/field.tsx';
import { SelectOption } from '~/platform/ui/option-row.tsx';
import { timeToChoose } from './post-model.ts';

interface PublishTimeProps {
  /** In `datetime-local` format. Empty: now. */
  value: string;
  error: readonly string[] | undefined;
  onChange: (value: string) => void;
}

/** The post is published now, or at a time in the device's time zone. */
export function PublishTime({ value, error, onChange }: PublishTimeProps) {
  const [openedAt] = useState(() => localTime(new Date()));
  return (
    <div>
      <SelectOption
        icon={CalendarClock}
        label={words.when}
        value={value === '' ? 'now' : 'later'}
        onChange={({ target }) => onChange(target.value === 'now' ? '' : localTime(nextHour()))}
      >
        <option value="now">{words.now}</option>
        <option value="later">{words.atATime}</option>
      </SelectOption>
      {value !== '' && (
        <TextField
          type="datetime-local"
          label={words.dateAndTime}
          name="publish_at"
          hint={zoneAt(value)}
          min={openedAt}
          value={value === timeToChoose ? '' : value}
          error={error}
          onChange={({ target }) => onChange(target.value || timeToChoose)}
        />
      )}
    </div>
  );
}

function nextHour(): Date {
  const time = new Date();
  time.setHours(time.getHours() + 1, 0, 0, 0);
  return time;
}

/** Name of the device's time zone, such as 'West Africa Standard Time'. */
export function zoneAt(value: string): string | undefined {
  const time = new Date(value === timeToChoose ? Date.now() : value);
  return new Intl.DateTimeFormat(locale, { timeZoneName: 'long' }).formatToParts(time).find(({ type }) => type === 'timeZoneName')?.value;
}
