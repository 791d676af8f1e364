import type * as calls from '@mbari/contract/photos/posts';
import type { z } from 'zod';
import type { Change } from '../../platform/db/table.ts';
import type { authored } from '../table.ts';

type PhotoFields = Partial<z.output<typeof calls.createPhoto.shape.body>>;

/** An empty field clears its column; a missing field leaves it unchanged. */
export const columnsOf = <Title extends string | undefined>({
  title,
  description,
  location_name,
  license,
  audience,
  warning,
  is_comparison,
}: PhotoFields & { title: Title }): Change<typeof authored> & { title: Title } => ({
  title,
  description: description === '' ? null : description,
  location_name: location_name === '' ? null : location_name,
  license: license === '' ? null : license,
  audience: audience === '' ? null : audience,
  warning: warning === '' ? null : warning,
  is_comparison,
});

export const photoTexts = ({ title, description, location_name, warning, alt = [] }: PhotoFields): Record<string, string | undefined> => ({
  title,
  description,
  location_name,
  warning,
  ...Object.fromEntries(alt.map((words, index) => [`alt.${index}`, words])),
});

/** Text of a pending post below its title, for organisers. */
export const pendingBody = ({ description, location_name }: PhotoFields): string =>
  [description, location_name].filter((words) => words !== undefined && words !== '').join('\n\n');
