/** For how long users and announcements that were read once are shown without asking again, in milliseconds. */
export const FRESH_FOR = 60_000;
