/** Every number both ends must agree on. Lengths are in Unicode code points, sizes in bytes, times in milliseconds. */
export const name = 80;

export const usernameMin = 3;

export const usernameMax = 30;

export const email = 254;

export const passwordMin = 8;

export const passwordMax = 128;

export const deviceName = 40;

export const sessions = 50;

/** Of the address that a browser's push service gives it. */
export const pushEndpoint = 1_000;

export const passkeys = 20;

export const passkeyName = 60;

export const recoveryCodes = 10;

export const secondFactorCode = 32;

export const bio = 160;

export const occupation = 80;

export const socialLink = 200;

export const minimumAge = 18;

export const onboardingSteps = 4;

export const avatarBytes = 5 * 1024 * 1024;

export const imageBytes = 10 * 1024 * 1024;

/** Of one member's images, free and paid alike. */
export const storageBytes = 5 * 1024 ** 3;

export const imagePixels = 50_000_000;

export const imageSideMin = 16;

export const imageSideMax = 16_384;

export const imagesFree = 1;

export const imagesPaid = 3;

export const title = 255;

export const description = 1000;

export const alt = 1000;

export const locationName = 100;

/** Characters of a camera's or lens's name. */
export const cameraName = 80;

/** Of what a camera was set to: millimetres, the f-number, seconds, and ISO. */
export const focalLength = 10_000;

export const aperture = 256;

export const exposureTime = 86_400;

export const iso = 10_000_000;

/** Characters of camera data as JSON. */
export const cameraDataText = 1_000;

export const comment = 1000;

/** Members named in one comment. */
export const mentions = 10;

/** Characters of a tag, and tags that are kept of one post. */
export const tag = 50;

export const tags = 20;

/** Tags that complete what is being typed. */
export const tagsCompleted = 8;

/** Of each tag that is suggested, so many of its newest photos and topics are counted. */
export const tagUses = 50;

export const interests = 50;

/** What admins set for the community. */
export const siteName = 40;

export const siteTagline = 120;

export const siteLink = 500;

export const siteLocales = 50;

export const planName = 60;

export const announcement = 500;

export const logoBytes = 5 * 1024 * 1024;

export const search = 100;

export const perPage = 20;

export const perPageMax = 50;

export const embeddedComments = 3;

export const embeddedReplies = 3;

/** Comments below a post that are no replies are counted up to here. */
export const threads = 1000;

export const uploadKey = 64;

export const jsonBytes = 64 * 1024;

export const jsonDepth = 8;

/** Of calls that carry a text of the forum, or all rules. */
export const forumJsonBytes = 256 * 1024;

export const forumTitleMin = 3;

export const forumTitle = 160;

export const forumBody = 20_000;

/** Drafts of a member that are listed, the newest. */
export const forumDrafts = 50;

export const forumCategory = 60;

export const photoCategory = 60;

/** How many photo categories there may be. */
export const photoCategories = 60;

export const forumDescription = 500;

/** Images that one post of the forum shows. */
export const forumImages = 20;

/** Versions of a post that can be read, the newest. */
export const forumVersions = 50;

/** Posts that one split takes along. */
export const splitPosts = 200;

/** How many posts a topic may have ever had to be merged into another. */
export const mergedPosts = 5_000;

/** Posts of the forum that a search finds at most. */
export const foundForumPosts = 200;

/** Topics of a similar title that are shown. */
export const similarTopics = 5;

/** Topics are counted up to here. */
export const foundTopics = 1000;

export const pollQuestion = 200;

export const pollChoicesMin = 2;

export const pollChoices = 12;

export const pollChoice = 120;

/** How long a poll with an end may be open. */
export const pollDays = 365;

/** Unread posts of a topic are counted up to here. */
export const unreadPosts = 100;

export const verificationPoll = 10_000;

export const notificationPoll = 30_000;

export const dropdownNotifications = 5;

/** Posts that the trending list takes into account: how many at most, and from how many days. */
export const trending = 60;

export const trendingDays = 30;

/** What a like and a comment weigh in the order of the trending posts, and how much chance may add. */
export const trendingLike = 1.5;

export const trendingComment = 2;

export const trendingChance = 10;

export const trendingOnDiscover = 6;

/** How long the trending order is kept in the browser. */
export const feedOrderKept = 360 * 60_000;

/** How far the feed can be pulled down, in pixels, and from which part of it letting go refreshes. */
export const pullMost = 120;

export const pullEnough = 0.6;

export const trendingRefreshDelay = 800;

/** New posts are counted up to here. */
export const newPhotos = 99;

/** Page numbers lead to so many items of a list; what stands behind them is reached by the cursor alone. */
export const numberedItems = 10_000;

/** Posts found are counted up to here. */
export const foundPhotos = 1000;

/** Members are counted up to here. */
export const foundMembers = 1000;

export const searchDebounce = 300;

/** What one search of everything shows of each kind, and from how many characters on a screen asks for it. */
export const membersInSearch = 2;

export const photosInSearch = 5;

export const topicsInSearch = 2;

export const searchFrom = 2;

export const reportNote = 1000;

/** Characters of reported content shown in its case, and with a decision of the moderators. */
export const reportExcerpt = 500;

/** Reports shown of one thing. */
export const embeddedReports = 5;

/** Of what was done about a member before, and of notes, the newest that are shown. */
export const moderationHistory = 20;

/** Things that are reported, resolved by one call. */
export const reportsTogether = 50;

/** Of why something was removed, or somebody suspended. */
export const moderationReason = 500;

/** Days in which deleted content can still be reported by members who saw it. The content is kept that long. */
export const reportDeletedDays = 7;

/** Days for which snapshots are kept after their reports are resolved. */
export const evidenceDays = 90;

/** Maximum snapshots and earlier versions that the report desk shows. */
export const evidenceStates = 20;

/** Of an appeal, and for how many days one may be made. */
export const appeal = 1000;

export const appealDays = 14;

/** Rules of the community, and their words. */
export const rules = 30;

export const ruleTitle = 120;

export const ruleBody = 2000;

/** What those are asked who ask to join, and what they answer. */
export const joiningQuestion = 300;

export const joiningAnswer = 1000;

/** Registrations in an hour that close it: at most so many may be set. */
export const joiningWave = 10_000;

/** Words and links that are refused, held or reported, and the characters of one. */
export const filterEntries = 500;

export const filterText = 80;

/** For how many days an account may count as new. */
export const newAccountDays = 90;

/** How many first contributions may be held, from how many new accounts on a link may be, and what of one member may wait at a time. */
export const reviewFirst = 10;

export const sameLinkAccounts = 50;

export const pendingPosts = 20;

/** Members suggested at most. */
export const suggestions = 12;

/** Of them, above the list of all members. */
export const suggestedInDirectory = 6;

export const pinnedPhotos = 3;

export const coverBytes = 10 * 1024 * 1024;

/** Things on screen that one stream of events watches. */
export const watched = 20;

/** Streams of events that one member may have open. */
export const streams = 5;

/** Milliseconds for which one counts as replying after saying so, and after which to say it again. */
export const replyingFor = 12_000;

export const replyingEvery = 5_000;

/** Members who are named as replying. */
export const replying = 20;

/** Members of whom one asks at once whether they are online. */
export const presences = 50;

/** Who may join by one invitation, and for how long: made by organisers, and by members. */
export const invitationUses = 100;

export const invitationUsesOfMember = 5;

export const invitationDays = 90;

export const invitationDaysOfMember = 30;

/** Of the note that says for whom an invitation is, and of the secret in its link. */
export const invitationNote = 120;

export const invitationToken = 64;

/** Words and phrases that a member mutes, and the length of one. */
export const mutedWords = 100;

export const mutedWord = 60;
