/** The style sheets of every screen's frame, in the one that the page itself names: a slow connection would fetch ten small ones in turn. */
import './shell.css';
import './visitor-shell.css';
import '~/people/account-menu/account-button.css';
import '~/platform/ui/follow-button.css';
import '~/notifications/notifications.css';
import '~/people/profiles/viewpoints.css';
import '~/community/search/header-search.css';
import '~/platform/site/painted-page.css';
import '~/platform/ui/menu.css';
import '~/platform/ui/parts.css';
