/** Messages of the specification, word for word. */
export const unauthorized = 'Unauthorized';

export const validationFailed = 'Validation failed';

export const invalidCredentials = 'Invalid email or password';

export const loginFailed = 'Login failed. Please try again.';

export const verifyBeforeLogin = 'Please verify your email before logging in.';

export const registered = 'Registration successful! Please verify your email.';

export const registrationFailed = 'Registration failed. Please try again.';

export const registrationUnexpected = 'An unexpected error occurred. Please try again.';

export const resetMailed = 'Password reset instructions have been sent to your email';

export const resetMailFailed = 'Failed to send reset instructions';

export const somethingWrong = 'Something went wrong. Please try again.';

export const passwordReset = 'Password has been reset successfully';

export const passwordResetFailed = 'Failed to reset password';

export const resetLinkInvalid = 'This reset link is invalid or has expired. Please request a new one.';

export const passwordTooCommon = 'This password is too common. Please choose another.';

export const passwordUpdated = 'Password updated successfully';

export const passwordUpdateFailed = 'Failed to update password';

export const oauthNoToken = 'No authentication token received';

export const oauthFailed = 'Failed to complete authentication';

export const passwordTooShort = 'Password must be at least 8 characters long';

export const passwordsDiffer = 'Passwords do not match';

export const verificationSent = 'Verification email sent successfully.';

export const verificationSendFailed = 'Failed to resend verification email.';

export const verificationLinkInvalid = 'The verification link is invalid or has expired. Please request a new one.';

export const verificationStatusFailed = 'Could not verify email status. Try again later.';

export const avatarTooLarge = 'File size should be less than 5MB';

export const avatarNotImage = 'Please select an image file';

export const tooYoung = 'You must be at least 18 years old to use this platform';

export const uploadIncomplete = 'Please complete all required fields.';

export const imageTooLarge = 'Each file should be less than 10MB';

export const notImages = 'Please select image files only';

export const upgradeForImages = 'Upgrade to premium to upload up to 3 images per post!';

export const tooManyImages = 'You can only upload up to 3 images';

export const uploading = 'Uploading photo...';

export const uploaded = 'Photo uploaded successfully!';

export const uploadFailed = 'Failed to upload photo';

export const storageFull = 'There is no room for new pictures right now. Nothing you wrote is lost: please try again later.';

export const quotaExceeded = 'Your storage is full. Delete posts you no longer need, then try again.';

export const imageTooHard = 'This picture is too complex to open here. Please save it as JPEG, or with fewer pixels.';

export const photoNotFound = 'Photo not found';

export const photosLoadFailed = 'Failed to load photos';

export const photosFetchFailed = 'Failed to fetch photos';

export const photoFetchFailed = 'Failed to fetch photo';

export const photoUpdated = 'Photo updated successfully';

export const photoUpdateFailed = 'Failed to update photo';

export const photoDeleted = 'Photo deleted successfully';

export const deletePhoto = 'Are you sure you want to delete this photo? This action cannot be undone.';

export const photoDeleteFailed = 'Failed to delete photo. Please try again.';

export const trendingFetchFailed = 'Failed to fetch trending photos';

export const noPhotosFound = 'No Photos Found';

export const usersFetchFailed = 'Failed to fetch users';

export const categoriesFetchFailed = 'Failed to fetch categories';

export const feedRefreshFailed = 'Failed to refresh feed';

export const deleteComment = 'Delete this comment?';

export const commentDeleteFailed = 'Failed to delete comment';

export const profileUpdated = 'Profile updated successfully!';

export const profileUpdateFailed = 'Failed to update profile. Please try again.';

export const profileNotFound = 'Profile not found';

export const noProfile = 'Profile Not Found';

export const profileIsPrivate = 'This profile is private';

export const followsFetchFailed = 'Failed to fetch followers/following';

export const followUpdated = 'Follow status updated';

export const followUpdateFailed = 'Failed to update follow status';

export const upgradeForProfileVisibility = 'Upgrade to Premium to control profile visibility.';

export const coverTooLarge = 'File size should be less than 10MB';

export const upgradeForPostVisibility = 'Upgrade to Premium to control post visibility.';

export const loadingExperience = 'Loading your experience';

export const settingsFetchFailed = 'Failed to fetch settings';

export const settingsLoadFailed = 'Failed to load settings. Please try again.';

export const settingsSaved = 'Settings saved successfully';

export const settingsSaveFailed = 'Failed to save settings';

export const noPhotosYet = 'No Photos Yet';

export const noNotifications = 'No notifications';

export const tagline = 'Connecting culture, community, and creativity';
