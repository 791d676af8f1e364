/** Limits shared by server and web app. Lengths are in Unicode code points, sizes in bytes, times in milliseconds. */
export const name = 80;

export const usernameMin = 3;

export const usernameMax = 30;

export const email = 254;

export const passwordMin = 8;

export const passwordMax = 128;

export const deviceName = 40;

export const sessions = 50;

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

/** Total size of a member's images, on every plan. */
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

/** Length of a camera or lens name. */
export const cameraName = 80;

/** Maximum camera settings: millimetres, f-number, seconds, ISO. */
export const focalLength = 10_000;

export const aperture = 256;

export const exposureTime = 86_400;

export const iso = 10_000_000;

/** Length of camera data as JSON. */
export const cameraDataText = 1_000;

export const comment = 1000;

/** Mentions in one comment. */
export const mentions = 10;

/** Length of a tag, and tags stored for one post. */
export const tag = 50;

export const tags = 20;

/** Tag completions. */
export const tagsCompleted = 8;

/** Newest photos and topics that are counted for each completed tag. */
export const tagUses = 50;

export const interests = 50;

/** Site settings. */
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

/** Highest count of top-level comments of a post. */
export const threads = 1000;

export const uploadKey = 64;

export const jsonBytes = 64 * 1024;

export const jsonDepth = 8;

/** Size of JSON bodies with a forum text or the rules. */
export const forumJsonBytes = 256 * 1024;

export const forumTitleMin = 3;

export const forumTitle = 160;

export const forumBody = 20_000;

/** Drafts in the list. */
export const forumDrafts = 50;

export const forumCategory = 60;

export const photoCategory = 60;

/** Number of photo categories. */
export const photoCategories = 60;

export const forumDescription = 500;

/** Images in one forum post. */
export const forumImages = 20;

/** Readable versions of a post. */
export const forumVersions = 50;

/** Posts moved by one split. */
export const splitPosts = 200;

/** Highest post number of a topic that can be merged. */
export const mergedPosts = 5_000;

/** Forum search results. */
export const foundForumPosts = 200;

export const similarTopics = 5;

/** Highest count of topics. */
export const foundTopics = 1000;

export const pollQuestion = 200;

export const pollChoicesMin = 2;

export const pollChoices = 12;

export const pollChoice = 120;

/** Days until a poll closes. */
export const pollDays = 365;

/** Highest count of unread posts. */
export const unreadPosts = 100;

export const verificationPoll = 10_000;

export const notificationPoll = 30_000;

export const dropdownNotifications = 5;

/** Trending posts: maximum number and age in days. */
export const trending = 60;

export const trendingDays = 30;

/** Trending score: weights of a like and a comment, and range of the random part. */
export const trendingLike = 1.5;

export const trendingComment = 2;

export const trendingChance = 10;

export const trendingOnDiscover = 6;

/** Time that the browser keeps the trending order. */
export const feedOrderKept = 360 * 60_000;

/** Pull to refresh: maximum distance in pixels, and share of it that triggers. */
export const pullMost = 120;

export const pullEnough = 0.6;

export const trendingRefreshDelay = 800;

/** Highest count of new posts. */
export const newPhotos = 99;

/** Items reachable by page number. Later ones need the cursor. */
export const numberedItems = 10_000;

/** Highest count of photo search results. */
export const foundPhotos = 1000;

/** Highest count of members. */
export const foundMembers = 1000;

export const searchDebounce = 300;

/** Search for everything: results of each kind, and minimum length of the query. */
export const membersInSearch = 2;

export const photosInSearch = 5;

export const topicsInSearch = 2;

export const searchFrom = 2;

export const reportNote = 1000;

/** Length of the excerpt in a report case or decision. */
export const reportExcerpt = 500;

/** Reports shown in a case. */
export const embeddedReports = 5;

/** Earlier acts and notes shown in a case. */
export const moderationHistory = 20;

/** Cases resolved by one call. */
export const reportsTogether = 50;

/** Length of a moderator's explanation. */
export const moderationReason = 500;

/** Days for which deleted content is kept and can be reported by members who saw it. */
export const reportDeletedDays = 7;

/** Days for which snapshots are kept after their reports are resolved. */
export const evidenceDays = 90;

/** Snapshots and earlier versions shown in a case. */
export const evidenceStates = 20;

/** Length of an appeal, and days to make one. */
export const appeal = 1000;

export const appealDays = 14;

/** Number and lengths of community rules. */
export const rules = 30;

export const ruleTitle = 120;

export const ruleBody = 2000;

/** Lengths of the question to applicants and of the answer. */
export const joiningQuestion = 300;

export const joiningAnswer = 1000;

/** Maximum of the setting that pauses registration after too many in an hour. */
export const joiningWave = 10_000;

/** Number and length of entries in the word filter. */
export const filterEntries = 500;

export const filterText = 80;

/** Maximum days for which an account counts as new. */
export const newAccountDays = 90;

/** Maximum filter settings: held first contributions, and new accounts with the same link. Then: pending posts of a member. */
export const reviewFirst = 10;

export const sameLinkAccounts = 50;

export const pendingPosts = 20;

/** Suggested members. */
export const suggestions = 12;

/** Suggestions above the member directory. */
export const suggestedInDirectory = 6;

export const pinnedPhotos = 3;

export const coverBytes = 10 * 1024 * 1024;

/** Resources watched by one event stream. */
export const watched = 20;

/** Open event streams of a member. */
export const streams = 5;

/** Typing indicator: time to live, and interval of the client's signals. */
export const replyingFor = 12_000;

export const replyingEvery = 5_000;

/** Members named in the typing indicator. */
export const replying = 20;

/** Members in one presence request. */
export const presences = 50;

/** Invitations: maximum uses and days, for organisers and for members. */
export const invitationUses = 100;

export const invitationUsesOfMember = 5;

export const invitationDays = 90;

export const invitationDaysOfMember = 30;

/** Lengths of an invitation's note and token. */
export const invitationNote = 120;

export const invitationToken = 64;

/** Number and length of muted words. */
export const mutedWords = 100;

export const mutedWord = 60;
