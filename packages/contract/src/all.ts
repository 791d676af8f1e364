import * as auth from './auth.ts';
import * as billing from './billing.ts';
import * as blocks from './blocks.ts';
import * as categories from './categories.ts';
import * as closing from './closing.ts';
import * as customising from './customising.ts';
import * as discovery from './discovery.ts';
import * as editing from './editing.ts';
import * as emailChange from './email-change.ts';
import type { Endpoint } from './endpoint.ts';
import * as exporting from './export.ts';
import * as follows from './follows.ts';
import * as me from './me.ts';
import * as media from './media.ts';
import * as members from './members.ts';
import * as notifications from './notifications.ts';
import * as oauth from './oauth.ts';
import * as passkeys from './passkeys.ts';
import * as passwords from './passwords.ts';
import * as photos from './photos.ts';
import * as profiles from './profiles.ts';
import * as reports from './reports.ts';
import * as secondFactor from './second-factor.ts';
import * as security from './security.ts';
import * as sessions from './sessions.ts';
import * as settings from './settings.ts';
import * as site from './site.ts';

/** Every call there is. Tests hold the running server against it; the OpenAPI description is printed from it. */
export const allCalls: readonly Endpoint[] = [
  auth,
  oauth,
  passwords,
  sessions,
  me,
  media,
  closing,
  emailChange,
  categories,
  customising,
  members,
  follows,
  blocks,
  profiles,
  photos,
  editing,
  discovery,
  reports,
  notifications,
  passkeys,
  secondFactor,
  security,
  settings,
  billing,
  exporting,
  site,
].flatMap((subject) => Object.values(subject));
