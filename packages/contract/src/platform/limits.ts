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
/** Including ended ones. */
export const apiTokens = 50;
export const apiTokenName = 60;
export const apiTokenDays = 365;
export const recoveryCodes = 10;
export const secondFactorCode = 32;
export const bio = 160;
export const occupation = 80;
export const socialLink = 200;
export const minimumAge = 18;
export const onboardingSteps = 4;
export const avatarBytes = 5 * 1024 * 1024;
export const imageBytes = 10 * 1024 * 1024;
export const storageBytes = 5 * 1024 ** 3;
export const imagePixels = 50_000_000;
export const imageSideMin = 16;
export const imageSideMax = 16_384;
export const imagesFree = 1;
export const imagesPaid = 3;
/** Images of a post that compares two versions, in every plan. */
export const imagesCompared = 2;
export const title = 255;
export const description = 1000;
export const alt = 1000;
export const locationName = 100;
/** Members named in a post, with those who refused. */
export const peopleShown = 20;
/** Proposed alternative texts that a post shows to its author. */
export const altProposals = 20;
/** Locations that the composer offers. */
export const ownPlaces = 50;
export const contentWarning = 100;
export const cameraName = 80;
/** Maximum camera settings: millimetres, f-number, seconds, ISO. */
export const focalLength = 10_000;
export const aperture = 256;
export const exposureTime = 86_400;
export const iso = 10_000_000;
export const cameraDataText = 1_000;
export const comment = 1000;
export const critiqueQuestion = 200;
export const critiqueText = 500;
/** Pins of critique on an image, and threads on the whole photo. */
export const critiquePins = 30;
export const critiqueThreads = 120;
export const mentions = 10;
export const tag = 50;
export const tags = 20;
export const tagsCompleted = 8;
/** Number of a tag's newest photos, and newest topics, that the tag completion counts. */
export const tagUses = 50;
export const followedTags = 200;
export const interests = 50;
export const siteName = 40;
export const siteTagline = 120;
export const siteLink = 500;
export const siteLocales = 50;
export const planName = 60;
export const announcement = 500;
/** Webhooks of a community, and characters of an address. */
export const webhooks = 10;
export const webhookUrl = 500;
/** Newest deliveries shown for each webhook. */
export const webhookDeliveries = 50;
export const logoBytes = 5 * 1024 * 1024;
export const search = 100;
export const perPage = 20;
export const perPageMax = 50;
export const embeddedComments = 3;
export const embeddedReplies = 3;
/** Cap of the counted top-level comments of a post. */
export const threadCount = 1000;
export const uploadKey = 64;
export const jsonBytes = 64 * 1024;
export const jsonDepth = 8;
/** Maximum size of JSON bodies with a forum text or the rules. */
export const forumJsonBytes = 256 * 1024;
export const forumTitleMin = 3;
export const forumTitle = 160;
export const forumBody = 20_000;
export const forumDrafts = 50;
export const forumCategory = 60;
export const photoCategory = 60;
export const photoCategories = 60;
export const forumDescription = 500;
export const forumImages = 20;
export const forumVersions = 50;
export const splitPosts = 200;
/** Highest last post number of a topic that can be merged. */
export const mergedPosts = 5_000;
export const forumSearchResults = 200;
export const similarTopics = 5;
export const topicCount = 1000;
export const pollQuestion = 200;
export const pollChoicesMin = 2;
export const pollChoices = 12;
export const pollChoice = 120;
export const pollDays = 365;
export const unreadPostCount = 100;
export const verificationPoll = 10_000;
export const notificationPoll = 30_000;
export const dropdownNotifications = 5;

/** Trending posts: maximum number and age in days. */
export const trending = 60;
export const trendingDays = 30;
/** Trending score: weights of a like and a comment, and range of the random part. */
export const trendingLike = 1.5;
export const trendingComment = 2;
export const trendingRandom = 10;
export const trendingOnDiscover = 6;
export const trendingOrderTtl = 360 * 60_000;
/** Pull to refresh: maximum distance in pixels, and the share that triggers a refresh. */
export const pullDistance = 120;
export const pullThreshold = 0.6;
export const trendingRefreshDelay = 800;
export const newPhotoCount = 99;
export const pagedItems = 10_000;
export const photoCount = 1000;
export const memberCount = 1000;
export const searchDebounce = 300;
/** Search for everything: results of each kind, and minimum length of the query. */
export const membersInSearch = 2;
export const photosInSearch = 5;
export const topicsInSearch = 2;
export const searchMinLength = 2;
export const reportNote = 1000;
/** Requests to remove a post, by a person shown: how to reach a visitor, and days until the organisers' answer. */
export const removalContact = 200;
export const removalDays = 7;
export const reportExcerpt = 500;
export const embeddedReports = 5;
export const moderationHistory = 20;
export const reportsTogether = 50;
export const moderationReason = 500;
/** Days for which deleted content is kept and can be reported by members who saw it. */
export const reportDeletedDays = 7;
export const evidenceDays = 90;
export const evidenceStates = 20;
export const appeal = 1000;
export const appealDays = 14;
export const rules = 30;
export const ruleTitle = 120;
export const ruleBody = 2000;
export const joiningQuestion = 300;
export const joiningAnswer = 1000;
/** Maximum of the setting `wave`. */
export const joiningWave = 10_000;
export const filterEntries = 500;
export const filterText = 80;
export const newAccountDays = 90;
/** Maximum of the filter settings `review_first` and `same_link_accounts`. */
export const reviewFirst = 10;
export const sameLinkAccounts = 50;
export const pendingPosts = 20;
export const scheduledPosts = 100;
export const suggestions = 12;
export const suggestedInDirectory = 6;
export const photosOnCard = 3;
export const pinnedPhotos = 3;
/** Series: number a member, and posts in each. */
export const series = 100;
export const seriesPhotos = 200;
/** Imports: archives together, archives, one part, entries of all archives, and posts found in them. */
export const importBytes = 5 * 1024 ** 3;
export const importFiles = 20;
export const importPartBytes = 4 * 1024 * 1024;
export const importEntries = 50_000;
export const importItems = 10_000;
/** Posts that one call chooses by position. */
export const importChosen = 100;
/** Largest image, and largest JSON or CSV file, in an archive. */
export const importImageBytes = 40 * 1024 * 1024;
export const importTextBytes = 32 * 1024 * 1024;
export const importJsonDepth = 32;
export const importAlbums = 200;
export const importAlbumName = 200;
export const importFileName = 200;
/** Days for which archives are kept at most, and for which an import can be undone. */
export const importDays = 7;
/** Imports that are listed. */
export const imports = 20;
export const seriesTitle = 120;
export const seriesBody = 5000;
/** Exhibitions: number that a member curates, and sizes. */
export const exhibitions = 50;
export const exhibitionTitle = 120;
export const exhibitionBody = 5000;
export const exhibitionCurators = 8;
export const exhibitionRooms = 12;
export const roomText = 300;
export const roomWorks = 40;
export const roomTexts = 10;
export const wallText = 1000;
/** Challenges: sizes of a brief, entries of a challenge and of a member, entries that one voter is shown. */
export const challengeTitle = 120;
export const challengeBody = 5000;
export const challengeRules = 2000;
export const challengeEntries = 5000;
export const challengeEntriesEach = 10;
export const challengeShown = 200;
export const challengeFeedback = 500;
/** Words of voters that an entrant reads for each entry, newest first. */
export const challengeFeedbackShown = 50;
export const challengeMention = 200;
export const profileAwards = 6;
/** Further challenges that one request plans. */
export const challengesPlanned = 52;
export const coverBytes = 10 * 1024 * 1024;
/** Resources watched by one event stream. */
export const watchedItems = 20;
export const eventStreams = 5;
/** Typing indicator: time to live, and interval of the client's signals. */
export const typingTimeout = 12_000;
export const typingInterval = 5_000;
export const typingMembers = 20;
export const presenceIds = 50;
/** Invitations: maximum uses and days, for organisers and for members. */
export const invitationUses = 100;
export const invitationUsesOfMember = 5;
export const invitationDays = 90;
export const invitationDaysOfMember = 30;
export const invitationNote = 120;
export const invitationToken = 64;
export const mutedWords = 100;
export const mutedWord = 60;
/** Direct messages. */
export const messageBody = 4_000;
export const messageImages = 4;
export const messageExcerpt = 120;
export const messageEditMinutes = 15;
export const conversationMembers = 8;
export const conversationTitle = 80;
export const pinnedConversations = 10;
/** Messages that a member may send before the other has accepted the request. */
export const requestMessages = 5;
export const unreadConversations = 100;
/** Messages that a report carries besides the reported one. */
export const reportedMessages = 10;
/** Minutes for which a message stays unread until it is mailed. */
export const messageMailMinutes = 15;
