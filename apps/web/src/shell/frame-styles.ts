/** The style sheets of every screen's frame, in the one that the page itself names: a slow connection would fetch ten small ones in turn. */
import './shell.css';
import './visitor-shell.css';
import '~/features/account-menu/account-button.css';
import '~/features/follows/follow-button.css';
import '~/features/notifications/notifications.css';
import '~/features/profiles/viewpoints.css';
import '~/features/header-search/header-search.css';
import '~/features/site/painted-page.css';
import '~/ui/menu.css';
import '~/ui/parts.css';
