import { authShapes } from './auth.ts';
import { billingShapes } from './billing.ts';
import { blockShapes } from './blocks.ts';
import { categoryShapes } from './categories.ts';
import { closingShapes } from './closing.ts';
import { customisingShapes } from './customising.ts';
import { memberShapes } from './directory.ts';
import { discoveryShapes } from './discovery.ts';
import { editingShapes } from './editing.ts';
import { emailChangeShapes } from './email-change.ts';
import { exportShapes } from './export.ts';
import { followShapes } from './follows.ts';
import { meShapes } from './me.ts';
import { mediaShapes } from './media.ts';
import { notificationShapes } from './notifications.ts';
import { oauthShapes } from './oauth.ts';
import { passkeysShapes } from './passkeys.ts';
import { passwordsShapes } from './passwords.ts';
import { photoShapes } from './photos.ts';
import { profileShapes } from './profiles.ts';
import { reportShapes } from './reports.ts';
import { secondFactorShapes } from './second-factor.ts';
import { securityShapes } from './security.ts';
import { sessionsShapes } from './sessions.ts';
import { settingsShapes } from './settings.ts';
import { siteShapes } from './site.ts';

/** Every call's shape by its name. The server parses by it and prints the OpenAPI description from it. */
export const shapes = {
  ...authShapes,
  ...billingShapes,
  ...blockShapes,
  ...categoryShapes,
  ...closingShapes,
  ...customisingShapes,
  ...discoveryShapes,
  ...editingShapes,
  ...emailChangeShapes,
  ...exportShapes,
  ...followShapes,
  ...mediaShapes,
  ...meShapes,
  ...memberShapes,
  ...notificationShapes,
  ...passwordsShapes,
  ...passkeysShapes,
  ...oauthShapes,
  ...photoShapes,
  ...profileShapes,
  ...reportShapes,
  ...secondFactorShapes,
  ...securityShapes,
  ...sessionsShapes,
  ...settingsShapes,
  ...siteShapes,
};
