/** Bundles the frame's style sheets, because slow connections load ten small files one after the other. */
import './shell.css';
import '~/people/account-button.css';
import '~/platform/ui/follow-button.css';
import '~/notifications/notifications.css';
import '~/people/profiles/viewpoints.css';
import '~/community/search/header-search.css';
import '~/platform/site/painted-page.css';
import '~/platform/ui/menu.css';
import '~/platform/ui/parts.css';
