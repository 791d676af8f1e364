import type { Check } from '@mbari/contract/operations/system';
import * as words from '@mbari/words/system';

export const checkWords: Readonly<Record<Check, string>> = {
  node: words.node,
  data_folder: words.dataFolder,
  database: words.database,
  clock: words.clock,
  pooler: words.pooler,
  replicas: words.replicas,
  signing_key: words.signingKey,
  images: words.images,
  mail: words.mailServer,
  backups: words.backups,
  address: words.address,
  certificate: words.certificate,
  settings: words.settings,
};
