/** GENERATED from contract/openapi.json by panel/tools/contract.mjs: do not edit. */
// biome-ignore-all format: printed by a program
// biome-ignore-all lint: printed by a program

export interface paths {
    "/media/uploads/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin at the address that was made beforehand
         * @description For clients that begin with a creation; bytes may come with it. With `X-HTTP-Method-Override` it is what that says.
         */
        post: operations["postMediaUploadsId"];
        delete?: never;
        /**
         * Ask what the upload can do
         * @description Needs neither a credential nor an upload that exists. The headers of the answer say it.
         */
        options: operations["optionsMediaUploadsId"];
        /**
         * Ask how far an upload is
         * @description Refusals have no body here.
         */
        head: operations["headMediaUploadsId"];
        /**
         * Send bytes of a video
         * @description They go where the file ends. The newest sender relieves the one before it.
         */
        patch: operations["patchMediaUploadsId"];
        trace?: never;
    };
    "/v1/admin/admins": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List admins, newest first
         * @description Deleted admins are left out. `q` looks for a part of the email or the name.
         */
        get: operations["getAdminAdmins"];
        put?: never;
        /**
         * Create an admin with a temporary password
         * @description The password has 12 to 128 characters and must be replaced before anything else can be done. The email of a deleted admin may be used again.
         */
        post: operations["postAdminAdmins"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/admins/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one’s own account
         * @description Open to every admin, also to one who has yet to reset the password or set up a second factor.
         */
        get: operations["getAdminAdminsMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/admins/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one admin
         * @description Holds the role with its permissions, and in `allowed` what the caller may do with the account. A deleted admin is not found.
         */
        get: operations["getAdminAdminsId"];
        /**
         * Rename an admin, give another role, disable or enable
         * @description Fields that are left out stay as they are. Another role and disabling end every session of the admin; the last active superadmin keeps both.
         */
        put: operations["putAdminAdminsId"];
        post?: never;
        /**
         * Delete an admin, softly
         * @description Ends every session of the admin and frees the email; the audit log goes on naming them. The last active superadmin stays.
         */
        delete: operations["deleteAdminAdminsId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/admins/{id}/clear-second-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for an admin’s lost second factor to be cleared
         * @description Another superadmin approves it. Until then the second factor is wanted as before.
         */
        post: operations["postAdminAdminsIdClearSecondFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/admins/{id}/force-logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End every session of an admin
         * @description Every token issued so far is refused from the next request on, on every process. Answers the new `token_version`.
         */
        post: operations["postAdminAdminsIdForceLogout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/admins/{id}/reset-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set a temporary password
         * @description Ends every session of the admin, who must replace the password after the next sign-in. It has 12 to 128 characters.
         */
        post: operations["postAdminAdminsIdResetPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/approvals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what one asked for and what one could decide, newest first
         * @description Holders of `*` see all. `effects` is what the act would have done when it was asked for; `target` names what it is about.
         */
        get: operations["getAdminApprovals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/approvals/deciders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List who else may decide a kind of request
         * @description The active admins who may approve or reject it, without the caller: nobody decides what they asked for. With `targetId` also without the admin whom the request is about. For those who may ask for this kind or decide it.
         */
        get: operations["getAdminApprovalsDeciders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/approvals/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one approval, with what it would do now
         * @description `effectsNow` is a dry run made for this answer, `refusedNow` why it would be refused, and `approve` is not in `allowed` then; `drift` says whether that differs from what was asked for.
         */
        get: operations["getAdminApprovalsId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/approvals/{id}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve, and do the act
         * @description Besides the errors listed, the act itself may be refused in its own words; the approval then stays pending. A person who is the `target` is named by the id alone here, because the answer may be kept.
         */
        post: operations["postAdminApprovalsIdApprove"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/approvals/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take back what one asked for
         * @description Only the one who asked may, and only while it is pending; the same can be asked for again afterwards.
         */
        post: operations["postAdminApprovalsIdCancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/approvals/{id}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reject
         * @description Takes another admin than the one who asked, with the permission that `requiredPermission` names. Nothing is done, and the decision is final.
         */
        post: operations["postAdminApprovalsIdReject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/audit-log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what admins and jobs have done, newest first
         * @description Both days of `dateFrom` and `dateTo` count, in UTC. An id that does not exist in a filter gives an empty list. `target_label` is left out where the caller may not see it.
         */
        get: operations["getAdminAuditLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/audit-log/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one audit entry
         * @description `before` and `after` hold the fields that changed, under the names that the API gives them; personal data stands there as `[personal]`.
         */
        get: operations["getAdminAuditLogId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/auth/change-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace one’s own password
         * @description Ends every other session; the answer holds a new token.
         */
        post: operations["postAdminAuthChangePassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in as an admin
         * @description Sets the cookie `svc_admin_token` besides. Ten failures in 15 minutes for one email and address: 429.
         */
        post: operations["postAdminAuthLogin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign out: this token is worthless from now on
         * @description Ends this session alone, on every process, and clears the cookie.
         */
        post: operations["postAdminAuthLogout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/auth/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List one’s own sessions
         * @description Those that have neither ended nor run out, all on one page; `current` marks the one that asks.
         */
        get: operations["getAdminAuthSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/auth/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End one of one’s own sessions
         * @description Its token is refused from the next request on. A session of somebody else is not found.
         */
        delete: operations["deleteAdminAuthSessionsId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/auth/step-up": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Show the second factor again, for the actions that want it fresh
         * @description Counts for this session and for 15 minutes. Failures count for the account, and too many are answered with 429.
         */
        post: operations["postAdminAuthStepUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/auth/totp/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Turn the second factor on with a first code
         * @description Answers ten recovery codes, each good for one sign-in. They are shown this once.
         */
        post: operations["postAdminAuthTotpConfirm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/auth/totp/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Turn the second factor off
         * @description Takes a code or a recovery code. The recovery codes that are left are worthless from then on.
         */
        post: operations["postAdminAuthTotpDisable"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/auth/totp/enroll": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin to set up a second factor
         * @description Takes the password: an open session alone must not be enough to lock its admin out.
         */
        post: operations["postAdminAuthTotpEnroll"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/client-errors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report a mistake of the panel to the log
         * @description At most 32 KiB. Each admin may send twelve at once, then one in five seconds. What was searched for on the page is left out of the log.
         */
        post: operations["postAdminClientErrors"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/coin-packages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List coin packages, newest first
         * @description Paused packages are among them unless `status` says otherwise. `rail` gives those that can be paid for by it, also where a package allows the whole family, such as `localwallet_*`.
         */
        get: operations["getAdminCoinPackages"];
        put?: never;
        /**
         * Create a coin package
         * @description `sku` must be free, and never changes; where a store sells it, the store must have a product of that name, which is not checked here. `priceCents` is in US cents. Active unless `status` says otherwise.
         */
        post: operations["postAdminCoinPackages"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/coin-packages/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one coin package
         * @description The path takes the id or the sku. `revision` is what `If-Match` of an edit takes.
         */
        get: operations["getAdminCoinPackagesId"];
        /**
         * Edit, pause or resume a coin package
         * @description Fields that are left out stay as they are; another `sku` is refused. `paused` hides it from the app, and purchases that were begun still complete. The app may show the old price for some minutes.
         */
        put: operations["putAdminCoinPackagesId"];
        post?: never;
        /**
         * Delete a coin package that nobody bought
         * @description Refused once any purchase names it, a pending one too; such a package can be paused.
         */
        delete: operations["deleteAdminCoinPackagesId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/collections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List collections, newest first
         * @description Lists of series, made by hand or by a rule, that rails show. `usedBy` are the rails that show it.
         */
        get: operations["getAdminCollections"];
        put?: never;
        /**
         * Create a collection
         * @description The slug must be free and never changes; nor does the type. `explanation` tells viewers why they see it, so it is words, and not the slug, an id, a number or a name as code has them. One by `rule` has a rule; the series of a `manual` one are set afterwards.
         */
        post: operations["postAdminCollections"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/collections/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one collection
         * @description `revision` is what `If-Match` of an edit takes.
         */
        get: operations["getAdminCollectionsId"];
        /**
         * Edit a collection
         * @description Fields that are left out stay as they are, those of the rule and languages of the title too; another slug or type is refused.
         */
        put: operations["putAdminCollectionsId"];
        post?: never;
        /**
         * Delete a collection that no rail shows
         * @description Refused while a rail shows it, a paused one too.
         */
        delete: operations["deleteAdminCollectionsId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/collections/{id}/items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set the series of a collection that is made by hand
         * @description Takes the place of what was in it, by `sort` ascending. Series in any state can be in it; viewers see the published ones.
         */
        put: operations["putAdminCollectionsIdItems"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/collections/{id}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See which series viewers find in a collection, and why
         * @description In the order of the app. `at` is any moment: what is scheduled by then is published, and what viewers did is known up to now.
         */
        get: operations["getAdminCollectionsIdPreview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/cron": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the jobs with their last runs
         * @description All on one page, each with its last 20 runs and what they did.
         */
        get: operations["getAdminCron"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/cron/{job}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Pause a job, or let it go on
         * @description A run that is under way goes on to its end. A paused job can still be run by hand.
         */
        put: operations["putAdminCronJob"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/cron/{job}/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run a job now
         * @description Waits for a run that is under way, then runs and answers how it went.
         */
        post: operations["postAdminCronJobRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/episodes/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one episode, with its media
         * @description Found in every state. `lockedFields` names what can not be edited now, `allowed` what the caller may do, `revision` what `If-Match` of an edit takes.
         */
        get: operations["getAdminEpisodesId"];
        /**
         * Edit an episode
         * @description What can be edited depends on the state; `lockedFields` says what can not. A published episode takes a `note`.
         */
        put: operations["putAdminEpisodesId"];
        post?: never;
        /**
         * Ask for the removal of an episode
         * @description From draft or archived; another admin must approve it.
         */
        delete: operations["deleteAdminEpisodesId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/episodes/{id}/media": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Choose the video and the thumbnail of an episode
         * @description What is in review, scheduled or published is replaced with `publishing:write` and a `note`.
         */
        put: operations["putAdminEpisodesIdMedia"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/episodes/{id}/workflow": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move an episode along its workflow
         * @description Viewers see it once it and its series are published; `unpublish` cancels its schedule. `warnings` say what viewers would miss, and hold nothing up.
         */
        post: operations["postAdminEpisodesIdWorkflow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/feed-preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See the feed as it will be at a moment
         * @description With what is scheduled by then published, and the free series of that day. What viewers did is known up to now. `changes` says what is otherwise than now.
         */
        get: operations["getAdminFeedPreview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/free-series": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List which series are free on which days, the latest day first
         * @description `dateFrom` and `dateTo` are both included. `market` gives the entries of that very market; `all` those of all markets.
         */
        get: operations["getAdminFreeSeries"];
        /**
         * Set which series is free on a day
         * @description One for each day and market, and one for all markets; a market’s own entry beats that, also once its series is no longer published: then nothing is free there that day. Only published series, and no past days. Where the day has an entry it is replaced, and `notes` that are left out stay; with `If-None-Match: *` only an empty day is set.
         */
        put: operations["putAdminFreeSeries"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/free-series/generate-auto": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Fill the empty days with what is watched most
         * @description From today on. Each day gets the published series that was begun most in the last 7 days and is not free within 14 days of it. Days that have an entry for that very market are skipped; without `market` it is for all markets.
         */
        post: operations["postAdminFreeSeriesGenerateAuto"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/free-series/{date}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Make a day’s free series cost coins again
         * @description All of the day, or with `market` that market’s entry; `all` names the one for all markets. Past days stay as they were. `If-Match` takes the revision of what is removed, or all of them where that is several.
         */
        delete: operations["deleteAdminFreeSeriesDate"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/ledger/events/{eventId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read both sides of a coin movement, and its cause
         * @description The amounts of `entries` add up to zero. `cause` is what led to it, such as an adjustment or a purchase; of a purchase it names the product and the rail, of a promo its code.
         */
        get: operations["getAdminLedgerEventsEventId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/media/assets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the assets, newest first
         * @description Videos, images and captions together; deleted ones are left out. An id that does not exist in a filter gives an empty list.
         */
        get: operations["getAdminMediaAssets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/media/assets/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one asset
         * @description While a video is being uploaded, `uploadUrl` is where to go on. `url` needs no credential.
         */
        get: operations["getAdminMediaAssetsId"];
        put?: never;
        post?: never;
        /**
         * Delete an asset, softly, and take it from what shows it
         * @description The video and thumb of a scheduled or published episode stay, as do the poster and hero of such a series, and the captions and images of what is archived. The file itself is removed soon after. A `note` is kept in the audit log; the captions of a published episode take one.
         */
        delete: operations["deleteAdminMediaAssetsId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/media/assets/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask the provider to try a failed video again
         * @description The asset goes back to `processing` and `attempts` grows by one. Refused for what has not failed.
         */
        post: operations["postAdminMediaAssetsIdRetry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/media/captions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload captions of an episode
         * @description SRT or WebVTT in UTF-8; kept as WebVTT. Those of the same language are replaced. A published episode takes a `note`.
         */
        post: operations["postAdminMediaCaptions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/media/uploads/direct": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin an upload to the video provider
         * @description The file goes to `uploadUrl` by the tus protocol, in one go or in many; it waits there for 24 hours.
         */
        post: operations["postAdminMediaUploadsDirect"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/media/uploads/image": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload an image
         * @description JPEG, PNG or WebP, told by what is in it. It is written anew, without metadata.
         */
        post: operations["postAdminMediaUploadsImage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/media/webhook/video-stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take in what the video provider tells
         * @description Signed as Standard Webhooks say: `webhook-id`, `webhook-timestamp`, `webhook-signature`. A repeated id does nothing and is answered like the first; an event about an unknown providerId, or one that could not be applied, waits in the inbox.
         */
        post: operations["postAdminMediaWebhookVideoStream"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/outbox": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List messages to the outside, newest first
         * @description A message that was tried in vain for too long is `dead` and waits for somebody to send it again.
         */
        get: operations["getAdminOutbox"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/outbox/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a dead letter once more
         * @description It is `waiting` again and goes out soon after. Refused for what is not dead.
         */
        post: operations["postAdminOutboxIdRetry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/preview-reel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the preview reel, the highest score first
         * @description `revision` is what `If-Match` of an edit takes.
         */
        get: operations["getAdminPreviewReel"];
        /**
         * Set the preview reel
         * @description Takes the place of the whole reel: a series that is not named gets no score. Series in any state can be in it; viewers see the published ones.
         */
        put: operations["putAdminPreviewReel"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/pricing/config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the default price and the overrides that are switched on
         * @description Overrides whose time has not come, or is over, are among them as long as they are switched on.
         */
        get: operations["getAdminPricingConfig"];
        /**
         * Set the default price
         * @description What an episode costs where no override says otherwise and it is not among the free ones.
         */
        put: operations["putAdminPricingConfig"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/pricing/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Say what an episode costs and why
         * @description In a market, or where none is named in one without a price of its own, at any moment. Answers every override that is about it, also those that do not count, with what became of each.
         */
        get: operations["getAdminPricingExplain"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/pricing/heat-map": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show what every episode of a series costs in every market
         * @description At any moment. The first column stands for the markets without a price of their own.
         */
        get: operations["getAdminPricingHeatMap"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/pricing/overrides": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List price overrides, newest first
         * @description Those that are switched off are among them unless `active` says otherwise. `standing` is `planned` before its time, `running` in it, `ended` after it, and `off` where it is switched off.
         */
        get: operations["getAdminPricingOverrides"];
        put?: never;
        /**
         * Set another price for an episode, a series or a market
         * @description Counts from `activeFrom`, now if it is left out, up to but without `activeTo`. Of several for the same thing the one that began last counts, then the one that was made last. `scopeRef` is a country, or the id of a series or an episode.
         */
        post: operations["postAdminPricingOverrides"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/pricing/overrides/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one price override
         * @description `revision` is what `If-Match` of an edit takes.
         */
        get: operations["getAdminPricingOverridesId"];
        /**
         * Edit a price override
         * @description Fields that are left out stay as they are; another `scope` or `scopeRef` is refused.
         */
        put: operations["putAdminPricingOverridesId"];
        post?: never;
        /**
         * Remove a price override
         * @description What it was for costs again what it would without it. What was unlocked stays unlocked.
         */
        delete: operations["deleteAdminPricingOverridesId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/pricing/series": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the series that can be given a price, newest first
         * @description What one needs to choose a series, for those who set prices and do not see the catalog.
         */
        get: operations["getAdminPricingSeries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/promos": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List promos, newest first
         * @description `status` is `upcoming` before its time, `ended` after it, `exhausted` in it where the budget is not enough for another use, else `running`.
         */
        get: operations["getAdminPromos"];
        put?: never;
        /**
         * Create a promo
         * @description The code is kept in capitals, must be free, also of promos that are deleted, and never changes; nor does the type. `config` is `{ amount, trigger }` for `coin_grant`, `{ multiplier, max_bonus_coins? }` for `bonus_multiplier`, `{ days }` for `trial_ext`, each with `max_uses_per_user`, 1 where it is left out. `budgetCoins` is all that it may ever give away.
         */
        post: operations["postAdminPromos"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/promos/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one promo
         * @description The path takes the id or the code. `revision` is what `If-Match` of an edit takes.
         */
        get: operations["getAdminPromosId"];
        /**
         * Edit a promo
         * @description Fields that are left out stay as they are, those of `config` and `window` too; `max_bonus_coins: null` takes that limit away. Another code or type is refused, and a budget below what is spent.
         */
        put: operations["putAdminPromosId"];
        post?: never;
        /**
         * Delete a promo
         * @description Nobody can redeem it any more, and its code stays taken. What was redeemed stays so: who waits with a multiplier keeps it.
         */
        delete: operations["deleteAdminPromosId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/promos/{id}/days": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show what a promo gave away, day by day
         * @description Every UTC day from its start to today or its end, also those without redemptions, at most the last 366. A multiplier is redeemed on one day, and its coins are spent on the day of the purchase.
         */
        get: operations["getAdminPromosIdDays"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/promos/{id}/redemptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List who redeemed a promo, newest first
         * @description Names are for those who may see users.
         */
        get: operations["getAdminPromosIdRedemptions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/publishing/reviewers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List who may decide about what is in review
         * @description The active admins whose role may publish, send back and schedule.
         */
        get: operations["getAdminPublishingReviewers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/rails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List rails by surface and place
         * @description A rail shows one collection on a surface. The app shows the first 12 active ones of `for_you`.
         */
        get: operations["getAdminRails"];
        put?: never;
        /**
         * Create a rail
         * @description Last on its surface where `sort` is left out, and active unless `status` says otherwise.
         */
        post: operations["postAdminRails"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/rails/reorder": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Put the rails of a surface in order
         * @description `order` names every rail of the surface once, paused ones too; they are numbered from 0. `If-Match` takes the `orderRevision` of any of its rails.
         */
        put: operations["putAdminRailsReorder"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/rails/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Edit, pause or resume a rail
         * @description Fields that are left out stay as they are. A paused rail keeps its place.
         */
        put: operations["putAdminRailsId"];
        post?: never;
        /**
         * Delete a rail
         * @description Its collection stays.
         */
        delete: operations["deleteAdminRailsId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/roles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List roles, newest first
         * @description Built-in roles are among them (`is_system`). `admin_count` says how many admins hold each.
         */
        get: operations["getAdminRoles"];
        put?: never;
        /**
         * Create a role
         * @description Names are compared without regard to case. Only listed permissions can be given, and `*` to no role made here.
         */
        post: operations["postAdminRoles"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/roles/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one role
         * @description The path takes the id or the name. Holds the permissions, and for a built-in role those that it can not lose.
         */
        get: operations["getAdminRolesId"];
        /**
         * Edit a role
         * @description Its holders have the new permissions at their next request. Built-in roles keep their baseline.
         */
        put: operations["putAdminRolesId"];
        post?: never;
        /**
         * Ask for the deletion of a role
         * @description Another superadmin must approve it. Nobody may hold the role, now and then.
         */
        delete: operations["deleteAdminRolesId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/schedules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List schedules by the moment they run
         * @description The earliest comes first. `from` and `to` are moments or UTC days, and both are included.
         */
        get: operations["getAdminSchedules"];
        put?: never;
        /**
         * Schedule the publishing of a series or an episode
         * @description It must be in review. A moment that has passed means the next tick of the scheduler.
         */
        post: operations["postAdminSchedules"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/schedules/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Schedule many episodes at a cadence, all or none
         * @description `custom` takes `runAts`, one for each episode; the other cadences count whole UTC days from `startAt`.
         */
        post: operations["postAdminSchedulesBulk"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/schedules/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Move a schedule to another moment
         * @description In one step, while it is pending or failed; a failed one begins a new count of attempts. A moment that has passed means the next tick of the scheduler.
         */
        put: operations["putAdminSchedulesId"];
        post?: never;
        /**
         * Cancel a schedule
         * @description What it was about goes back into review.
         */
        delete: operations["deleteAdminSchedulesId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/schedules/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try a failed schedule again at the next tick
         * @description Begins a new count of attempts: this one and at most five more. Refused for what has not failed.
         */
        post: operations["postAdminSchedulesIdRetry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/segments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List segments, newest first
         * @description Groups of users by a rule. `usedBy` are the promos that are for these users alone.
         */
        get: operations["getAdminSegments"];
        put?: never;
        /**
         * Create a segment
         * @description Every condition of the rule must hold of a user; a rule without conditions is everybody.
         */
        post: operations["postAdminSegments"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/segments/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Count the users of a rule
         * @description Exactly, at this moment: users of every status but those that are deleted. Days are counted back from now; `registeredAfter` includes its moment, `registeredBefore` does not.
         */
        post: operations["postAdminSegmentsPreview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/segments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one segment
         * @description `revision` is what `If-Match` of an edit takes.
         */
        get: operations["getAdminSegmentsId"];
        /**
         * Edit a segment
         * @description Fields that are left out stay as they are; a rule takes the place of the old one as a whole. What is for the segment is for its new users from then on.
         */
        put: operations["putAdminSegmentsId"];
        post?: never;
        /**
         * Delete a segment
         * @description Refused as long as a promo is for its users.
         */
        delete: operations["deleteAdminSegmentsId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/series": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List series, newest first unless asked otherwise
         * @description Removed series are left out. A cursor belongs to its filters and order: with others it is refused.
         */
        get: operations["getAdminSeries"];
        put?: never;
        /**
         * Create a series, as a draft
         * @description Without a slug it gets one made of its title.
         */
        post: operations["postAdminSeries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/series/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one series
         * @description Found in every state. `lockedFields` names what can not be edited now, `allowed` what the caller may do, `revision` what `If-Match` of an edit takes.
         */
        get: operations["getAdminSeriesId"];
        /**
         * Edit a series
         * @description What can be edited depends on the state; `lockedFields` says what can not. A published series takes a `note`.
         */
        put: operations["putAdminSeriesId"];
        post?: never;
        /**
         * Ask for the removal of a series with its episodes
         * @description From draft or archived; another admin must approve it.
         */
        delete: operations["deleteAdminSeriesId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/series/{id}/episodes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the episodes of a series by number
         * @description Episodes of every state, each with its media and captions; `status` keeps those of one state.
         */
        get: operations["getAdminSeriesIdEpisodes"];
        put?: never;
        /**
         * Add an episode to a series, as a draft
         * @description The number must be free within the series. A series that is archived takes no new episodes.
         */
        post: operations["postAdminSeriesIdEpisodes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/series/{id}/episodes/order": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Number all episodes of a series in a new order
         * @description All at once: `order` names every episode once. They are counted from 1; those that have left draft keep place and number, and the others go on from there. `If-Match` takes the revision of the series.
         */
        put: operations["putAdminSeriesIdEpisodesOrder"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/series/{id}/workflow": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move a series along its workflow
         * @description Viewers see it once it is published; `unpublish` cancels its schedule. `warnings` say what viewers would miss, and hold nothing up. Its episodes move on their own.
         */
        post: operations["postAdminSeriesIdWorkflow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/subscription-products": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List subscription products, newest first
         * @description Paused products are among them unless `status` says otherwise.
         */
        get: operations["getAdminSubscriptionProducts"];
        put?: never;
        /**
         * Create a subscription product
         * @description `productId` is the name that the stores know it by: it must be free, and never changes. Active unless `status` says otherwise.
         */
        post: operations["postAdminSubscriptionProducts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/subscription-products/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one subscription product
         * @description The path takes the id, not the `productId`. `revision` is what `If-Match` of an edit takes.
         */
        get: operations["getAdminSubscriptionProductsId"];
        /**
         * Edit a subscription product
         * @description Fields that are left out stay as they are; another `productId` is refused. Subscriptions that run keep their price.
         */
        put: operations["putAdminSubscriptionProductsId"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/subscriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List subscriptions, newest first
         * @description Those that providers sell and those that were given away (`platform` is `comp`). `country` is where it was sold; where nobody said, the country of the user when it began.
         */
        get: operations["getAdminSubscriptions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/subscriptions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one subscription with its history
         * @description What its provider told of it, in the order in which it happened, and when we were told.
         */
        get: operations["getAdminSubscriptionsId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search and list users
         * @description `q` finds an exact id of a user or a device, digits of a phone, and parts of email and name, Arabic ones in any spelling. `total` counts all that fit, on every page.
         */
        get: operations["getAdminUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/users/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read everything about a user
         * @description Profile, status, coins, devices, subscriptions and strikes in one answer. `allowed` says what the caller may do with the user now.
         */
        get: operations["getAdminUsersId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/users/{id}/anonymize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for a user’s personal data to be removed for good
         * @description Another admin must approve it; asked for twice, it is one request. Then email, phone, name, devices and sign-in are gone, while ledger and purchases stay.
         */
        post: operations["postAdminUsersIdAnonymize"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/users/{id}/ban": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ban a user
         * @description Holds from the next request of the user on, until somebody lets them back in. Coins and purchases stay.
         */
        post: operations["postAdminUsersIdBan"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/users/{id}/comp-subscription": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a user a subscription for some days
         * @description From 1 to 366 days, at no price and without renewal. One that was given before and still runs becomes longer instead. Not for guests.
         */
        post: operations["postAdminUsersIdCompSubscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/users/{id}/devices/logout-all": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End every session of a user
         * @description Every token issued so far is refused from the next request on. Answers the new `tokenVersion`.
         */
        post: operations["postAdminUsersIdDevicesLogoutAll"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/users/{id}/ledger": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a user’s coin movements, newest first
         * @description One entry for each event, with the wallets that it touched in `accounts`. Entries never change, so a walk through the pages shows each once.
         */
        get: operations["getAdminUsersIdLedger"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/users/{id}/ledger/proof": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Recompute a user’s book from the amounts
         * @description Adds up every amount and compares it with the balances and the chain of entries. `holds` is the verdict, `breaks` names each event that does not fit.
         */
        get: operations["getAdminUsersIdLedgerProof"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/users/{id}/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the notes on a user, newest first
         * @description Deleted notes are left out. Each says who wrote it, and when.
         */
        get: operations["getAdminUsersIdNotes"];
        put?: never;
        /**
         * Write a note on a user
         * @description From 1 to 2000 characters. The audit log says that a note was written, not what it says.
         */
        post: operations["postAdminUsersIdNotes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/users/{id}/notes/{noteId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a note, softly
         * @description Whoever may read notes may delete them, and the audit log says who did. Deleted before, it is not found.
         */
        delete: operations["deleteAdminUsersIdNotesNoteId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/users/{id}/purchases": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what a user paid, newest first
         * @description Coin packages and periods of subscriptions. `expectedUsdCents` is there where another amount was paid than the price, `failureReason` while a payment has not gone through.
         */
        get: operations["getAdminUsersIdPurchases"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/users/{id}/reactivate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let a suspended or banned user back in
         * @description Clears the reason and the end of the suspension or ban. The note is kept in the audit log.
         */
        post: operations["postAdminUsersIdReactivate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/users/{id}/redemptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the promos that a user redeemed, newest first
         * @description `usedAt` is null while a multiplier waits for a purchase. `eventId` is the movement of the coins.
         */
        get: operations["getAdminUsersIdRedemptions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/users/{id}/suspend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Suspend a user, until a moment or until further notice
         * @description Holds from the next request of the user on, and lifts itself at `until`, which must lie in the future. Only an active user can be suspended.
         */
        post: operations["postAdminUsersIdSuspend"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/users/{id}/timeline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what happened to a user, newest first
         * @description Coins are told to holders of `wallet:read`, purchases and subscriptions to holders of `payments:read`.
         */
        get: operations["getAdminUsersIdTimeline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/users/{id}/unlocks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the episodes that a user unlocked, newest first
         * @description With what each cost and why it cost that. `eventId` is the movement of coins that paid for it; null where it was free.
         */
        get: operations["getAdminUsersIdUnlocks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/users/{id}/wallet/adjust": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give or take coins by hand
         * @description Grants over 2000 coins wait for a second admin, and so do those over what the installation lets one admin grant in a UTC day. Other roles than finance and superadmin share 500 coins for each user and UTC day. The same request under the same Idempotency-Key moves coins once; without a key each request is one of its own.
         */
        post: operations["postAdminUsersIdWalletAdjust"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/users/{id}/watch-history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what a user watched, newest first
         * @description One entry for each time that an episode was begun, with the seconds watched and whether it was seen to its end.
         */
        get: operations["getAdminUsersIdWatchHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what providers told us, newest first
         * @description Every event whose signature held, with what became of it. `outcome` finds those that were not applied.
         */
        get: operations["getAdminWebhooks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/webhooks/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Apply an event again that matched nothing or failed
         * @description Where it fails again the answer says so, and it is tried by itself when it would have been.
         */
        post: operations["postAdminWebhooksIdReplay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/guest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign a device in as a guest
         * @description A device that shows the `deviceSecret` of its first call is the same guest again; without one a new guest is made. A secret that is wrong, or of a guest who has registered since, is 401 `invalid_credentials`, and nobody is made.
         */
        post: operations["postAuthGuest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in with email and password
         * @description The token is good for 30 days. Unknown email and wrong password get the same answer; ten failures in 15 minutes for one email and address: 429.
         */
        post: operations["postAuthLogin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign out: this token is worthless from now on
         * @description Tokens on other devices go on working.
         */
        post: operations["postAuthLogout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Register
         * @description With the token of a guest, that user is registered and keeps everything; older tokens of the guest end. Without a token a new user is made; with that of a user who is registered already nobody is: 400 `invalid_transition`.
         */
        post: operations["postAuthRegister"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/demo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The sign-ins of the demo
         * @description Not found outside of the demo. Passwords are told to callers on the same machine alone.
         */
        get: operations["getDemo"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/episodes/{id}/playback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get what plays an episode
         * @description For viewers to whom the episode is free, free today, unlocked or covered by a subscription; others are told what it costs. Without a video that is ready it is not found.
         */
        get: operations["getEpisodesIdPlayback"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/episodes/{id}/unlock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Unlock an episode for coins, for good
         * @description Takes what the quote says in the viewer’s market now, bonus coins first and then paid ones, once: unlocked again it gives the same `unlockId` and takes nothing. With `expectedCoins`, the price that the viewer was shown, another price is refused and nothing is taken. An episode for 0 coins is unlocked without a movement of coins. Free days and subscriptions are access, not a price: who unlocks meanwhile pays, and keeps it.
         */
        post: operations["postEpisodesIdUnlock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/episodes/{id}/unlock/quote": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask what it takes to unlock an episode
         * @description The price in the viewer’s market now, and whether the viewer’s coins cover it. Free today is access for that UTC day and a subscription access while it runs, not a price. Nothing is taken.
         */
        post: operations["postEpisodesIdUnlockQuote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/feed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the feed of a surface
         * @description The rails with their series, what is free today in the market, and the preview reel. The market is that of the query or the viewer; the language that of `lang`, the viewer, or `Accept-Language`. Never empty: without rails it has one of the newest series. A change by an editor is in the next answer; what viewers do is counted within 30 seconds.
         */
        get: operations["getFeed"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one’s own account
         * @description Holds the profile, the choice of pushes and the streak, which reads 0 once a whole UTC day was missed.
         */
        get: operations["getMe"];
        /**
         * Edit one’s own account
         * @description Fields that are left out stay as they are; `null` clears what may be empty. Answers the whole account.
         */
        put: operations["putMe"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me/push": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Choose which pushes to get
         * @description Kinds that are left out stay as they are. Answers the whole account.
         */
        put: operations["putMePush"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me/saves": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the series that one saved, newest first
         * @description Gives ids and the moment of saving; `GET /v1/series/{slugOrId}` reads the series themselves.
         */
        get: operations["getMeSaves"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me/streak/claim": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Count today for the streak
         * @description Counts once for each UTC day; `claimed` is false when today was counted before. A day left out begins the count anew.
         */
        post: operations["postMeStreakClaim"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me/watch-history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what one watched, newest first
         * @description Titles are in the language of `lang`, the user, or `Accept-Language`. What `POST /v1/watch` kept, one entry for each start.
         */
        get: operations["getMeWatchHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/promos/redeem": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Redeem a promo code
         * @description Coins are there at once; a multiplier waits for the next purchase and adds to it; a longer trial is extended at once, and needs one that runs. Refused, in this order, where there is no such code, outside of its time, where its budget is not enough, where it is not for this user, and where this user has redeemed it as often as one may.
         */
        post: operations["postPromosRedeem"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find published series by words of their titles in any language
         * @description The newest published come first. Cards are in the language of `lang`, the user, or `Accept-Language`.
         */
        get: operations["getSearch"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/series/{id}/save": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Save a series for later
         * @description Saved already, it keeps its first moment. Only published series can be saved.
         */
        put: operations["putSeriesIdSave"];
        post?: never;
        /**
         * Take a series from those one saved
         * @description Answered the same where it was not saved.
         */
        delete: operations["deleteSeriesIdSave"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/series/{slugOrId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a published series with its published episodes
         * @description Holds the first 200 episodes; the rest is in the list of episodes. In the language of `lang`, the user, or `Accept-Language`. Answers 304 to whoever has the newest edition.
         */
        get: operations["getSeriesSlugOrId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/series/{slugOrId}/episodes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the published episodes of a published series by number
         * @description `isFree` marks those that cost nothing in the viewer’s market now: the first ones of a series, and those that an override makes free, but for those that an override of their own gives a price. A series that is not published is not found.
         */
        get: operations["getSeriesSlugOrIdEpisodes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/store/packages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the coin packages that can be bought, fewest coins first
         * @description With `rail` only those that can be paid for by it. Prices are in US cents; `displayCurrency` is what the viewer is used to. May be kept for a few minutes.
         */
        get: operations["getStorePackages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/store/purchases": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Announce that a package is about to be paid for
         * @description The purchase is pending until the rail tells what became of the payment; hand its `id` to the rail as `purchaseId`. It is credited as it was announced, also when the package is changed or paused meanwhile. Guests may buy, too.
         */
        post: operations["postStorePurchases"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subscriptions/webhook/{rail}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take in what a rail tells of payments and subscriptions
         * @description Signed as Standard Webhooks say: `webhook-id`, `webhook-timestamp`, `webhook-signature`. A repeated id does nothing and is answered like the first. Events may come in any order: each payment is credited once for its rail and `transactionId`, a refund that comes first waits for its payment and is unmatched meanwhile, refunds of one payment differ in `occurredAt` or amount, and a subscription moves forward in `occurredAt`. A payment of another amount than the price, or by a rail that the package is not sold by, is credited and flagged. What it was worth in US cents is `amountUsdCents`, or else the amount where it is in US dollars, or else the price; a period whose product has no price in US dollars counts as nothing then, and is flagged. An event of an unknown type, user or product is kept in the inbox as unmatched, and can be replayed.
         */
        post: operations["postSubscriptionsWebhookRail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/wallet": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one’s coins
         * @description Paid and bonus coins apart and together, with the newest 20 movements.
         */
        get: operations["getWallet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/watch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Tell how far one got in an episode
         * @description Sent again for the same episode and startedAt, it goes on with the same entry, also once the viewer may no longer begin to watch it; nothing is taken back. The clock of the phone may be 5 minutes ahead.
         */
        post: operations["postWatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** AdjustmentApplied */
        AdjustmentApplied: {
            /** @enum {string} */
            kind: "applied";
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            eventId: string;
            balanceTotal: number;
        };
        /** Admin */
        Admin: {
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            id: string;
            email: string;
            name: string;
            role: string;
            /** @description `*` means all */
            permissions: components["schemas"]["Permission"][];
            is_active: boolean;
            token_version: number;
            must_reset_password: boolean;
            has_second_factor: boolean;
            /** Format: date-time */
            last_login_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            revision: number;
            /** @description What this caller may do with it now */
            allowed: string[];
        };
        /** Approval */
        Approval: {
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            id: string;
            /** @enum {string} */
            kind: "role_delete" | "second_factor_clear" | "wallet_grant" | "user_anonymize" | "series_delete" | "episode_delete";
            /** @enum {string} */
            status: "pending" | "approved" | "rejected" | "cancelled" | "expired";
            reason: string;
            targetType: string;
            targetId: string;
            target: components["schemas"]["ApprovalTarget"];
            payload: {
                [key: string]: unknown;
            };
            effects: components["schemas"]["Effects"];
            requiredPermission: components["schemas"]["Permission"];
            requestedBy: {
                /**
                 * Format: uuid
                 * @description A UUIDv7
                 */
                id: string;
                email: string;
                name: string;
            };
            decidedBy: {
                /**
                 * Format: uuid
                 * @description A UUIDv7
                 */
                id: string;
                email: string;
                name: string;
            } | null;
            decisionNote: string | null;
            result: {
                [key: string]: unknown;
            } | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            expiresAt: string;
            /** Format: date-time */
            decidedAt: string | null;
            /** @description Whether who decided it, or the caller while it is pending, and who asked were given access one by the other, or both by a third, after the request or within 24 hours before the decision: made, promoted, enabled, reset, or given more by an edit of their role */
            deciderBoundToRequester: boolean;
            /** @description false: it is pending, and who asked may not ask for it any more, so approving is refused with `requester_not_eligible` */
            requesterEligible: boolean;
            /** @description What this caller may do with it now */
            allowed: string[];
        };
        /** ApprovalDetail */
        ApprovalDetail: {
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            id: string;
            /** @enum {string} */
            kind: "role_delete" | "second_factor_clear" | "wallet_grant" | "user_anonymize" | "series_delete" | "episode_delete";
            /** @enum {string} */
            status: "pending" | "approved" | "rejected" | "cancelled" | "expired";
            reason: string;
            targetType: string;
            targetId: string;
            target: components["schemas"]["ApprovalTarget"];
            payload: {
                [key: string]: unknown;
            };
            effects: components["schemas"]["Effects"];
            requiredPermission: components["schemas"]["Permission"];
            requestedBy: {
                /**
                 * Format: uuid
                 * @description A UUIDv7
                 */
                id: string;
                email: string;
                name: string;
            };
            decidedBy: {
                /**
                 * Format: uuid
                 * @description A UUIDv7
                 */
                id: string;
                email: string;
                name: string;
            } | null;
            decisionNote: string | null;
            result: {
                [key: string]: unknown;
            } | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            expiresAt: string;
            /** Format: date-time */
            decidedAt: string | null;
            /** @description Whether who decided it, or the caller while it is pending, and who asked were given access one by the other, or both by a third, after the request or within 24 hours before the decision: made, promoted, enabled, reset, or given more by an edit of their role */
            deciderBoundToRequester: boolean;
            /** @description false: it is pending, and who asked may not ask for it any more, so approving is refused with `requester_not_eligible` */
            requesterEligible: boolean;
            /** @description What this caller may do with it now */
            allowed: string[];
            effectsNow: {
                ledger: components["schemas"]["LedgerEffect"][];
                audit: components["schemas"]["AuditEffect"][];
                approvals: components["schemas"]["ApprovalEffect"][];
                changes: components["schemas"]["ChangeEffect"][];
            } | null;
            /** @description Approving would do something else now than when it was asked for */
            drift: boolean;
            /** @description Why it would be refused now */
            refusedNow: ({
                statusCode: number;
                error: string;
            } & {
                [key: string]: unknown;
            }) | null;
        };
        /** ApprovalEffect */
        ApprovalEffect: {
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            id: string;
            kind: string;
            targetType: string;
            targetId: string;
            reason: string;
            effects: components["schemas"]["EffectsOnceApproved"];
        };
        /** ApprovalPending */
        ApprovalPending: {
            /** @enum {string} */
            kind: "approval_pending";
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            approvalId: string;
            reason: string;
        };
        /**
         * ApprovalTarget
         * @description What it is about, as far as the caller may see
         */
        ApprovalTarget: {
            label: string;
            labelI18n?: {
                en?: string;
                ar?: string;
                id?: string;
            };
            pictureUrl: string | null;
        } & {
            [key: string]: unknown;
        };
        /** AuditEffect */
        AuditEffect: {
            action: string;
            target_type: string | null;
            target_id: string | null;
            reason: string | null;
            before: {
                [key: string]: unknown;
            } | null;
            after: {
                [key: string]: unknown;
            } | null;
            flags: {
                [key: string]: unknown;
            };
        };
        /** AuditEntry */
        AuditEntry: {
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            id: string;
            /** @description <resource>.<verb> */
            action: string;
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            admin_id: string | null;
            /** @description Who did it; `system` for jobs and providers */
            admin_email: string;
            /** @description What who did it is called now */
            admin_name: string | null;
            target_type: string | null;
            target_id: string | null;
            /** @description What it is called now, as far as the caller may see; an approval or a schedule like its target */
            target_label: string | null;
            target_label_i18n: {
                en?: string;
                ar?: string;
                id?: string;
            };
            /** @description Of an episode or a file, deleted ones too: where it belongs */
            target_context: {
                series_title: string | null;
                series_title_i18n: {
                    en?: string;
                    ar?: string;
                    id?: string;
                };
                episode_number: number | null;
                asset_kind: string | null;
                /** @description The language of captions */
                lang: string | null;
            } | null;
            /** @description What an approval, a price or a schedule is about, as far as the caller may see it */
            target_about: {
                type: string;
                /**
                 * Format: uuid
                 * @description A UUIDv7
                 */
                id: string;
            } | null;
            /** @description The asset of its poster or thumbnail */
            target_picture_id: string | null;
            reason: string | null;
            /** @description What stood in the fields that changed */
            before: {
                [key: string]: unknown;
            } | null;
            /** @description What stood in the fields that changed */
            after: {
                [key: string]: unknown;
            } | null;
            flags: {
                [key: string]: unknown;
            };
            request_id: string | null;
            ip: string | null;
            /** Format: date-time */
            created_at: string;
        };
        /** ChangeEffect */
        ChangeEffect: {
            type: string;
            id: string;
            before: {
                [key: string]: unknown;
            } | null;
            after: {
                [key: string]: unknown;
            } | null;
        };
        /** ChangedRail */
        ChangedRail: {
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            id: string;
            /** @enum {string} */
            surface: "for_you" | "discover";
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            collectionId: string;
            collection: {
                slug: string;
                titleI18n: {
                    en?: string;
                    ar?: string;
                    id?: string;
                };
                /** @enum {string} */
                type: "manual" | "rule";
            };
            sort: number;
            /** @enum {string} */
            status: "active" | "paused";
            revision: number;
            /** @description Of the surface: what `If-Match` of a reorder takes */
            orderRevision: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description What this caller may do with it now */
            allowed: string[];
            warnings: components["schemas"]["RailWarning"][];
        };
        /** CoinPackage */
        CoinPackage: {
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            id: string;
            sku: string;
            coins: number;
            bonusCoins: number;
            /** @description US cents */
            priceCents: number;
            currency: string;
            /** @description The ways to pay that it is sold by */
            rails: string[];
            /** @enum {string} */
            status: "active" | "paused";
            /** @description Whether a purchase names it, so that it can be paused but not deleted */
            inUse: boolean;
            revision: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description What this caller may do with it now */
            allowed: string[];
        };
        /** Collection */
        Collection: {
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            id: string;
            slug: string;
            titleI18n: {
                en?: string;
                ar?: string;
                id?: string;
            };
            /** @description Why a viewer sees it, in words */
            explanation: string;
            /** @enum {string} */
            type: "manual" | "rule";
            rule: {
                genre: string | null;
                trope: string | null;
                /**
                 * @description `top_this_week` by starts in 7 days, `trending` by the starts of the last day against the mean of the 7 days before, `most_unlocks` and `most_saves` by those in the window, `newest` published within it, `editor_score` by the score of the preview reel
                 * @enum {string}
                 */
                sort: "top_this_week" | "newest" | "most_unlocks" | "most_saves" | "trending" | "editor_score";
                /** @description Whose viewers are counted; null for those of all markets */
                market: string | null;
                limit: number;
                window_days: number;
            } | null;
            /** @description Of a collection that is made by hand, in their order */
            items: {
                /**
                 * Format: uuid
                 * @description A UUIDv7
                 */
                seriesId: string;
                sort: number;
                series: {
                    title: string;
                    titleI18n: {
                        en?: string;
                        ar?: string;
                        id?: string;
                    };
                    /**
                     * @description Viewers see it only while it is published
                     * @enum {string}
                     */
                    status: "draft" | "in_review" | "scheduled" | "published" | "archived";
                    pictureUrl: string | null;
                };
            }[];
            /** @description The rails that show it; as long as there is any, it can not be deleted */
            usedBy: {
                /**
                 * Format: uuid
                 * @description A UUIDv7
                 */
                id: string;
                /** @enum {string} */
                surface: "for_you" | "discover";
                /** @enum {string} */
                status: "active" | "paused";
            }[];
            revision: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description What this caller may do with it now */
            allowed: string[];
        };
        /** CollectionPreview */
        CollectionPreview: {
            series: {
                /**
                 * Format: uuid
                 * @description A UUIDv7
                 */
                id: string;
                slug: string;
                title: string;
                synopsis: string;
                genreSlug: string | null;
                tropes: string[];
                posterUrl: string | null;
                heroUrl: string | null;
                episodeCount: number;
                freeEpisodes: number;
                isFreeToday: boolean;
                /** @description Why it is in, in words */
                why: string;
                /** @description The figure that it is there by; of one made by hand its place */
                value: number;
            }[];
        };
        /** CronJob */
        CronJob: {
            name: string;
            description: string;
            everyMinutes: number;
            enabled: boolean;
            /** Format: date-time */
            nextRunAt: string | null;
            /** @description Their names, in the order in which they run */
            steps: string[];
            /** @description The newest first */
            runs: components["schemas"]["JobRun"][];
            revision: number;
            /** @description What this caller may do with it now */
            allowed: string[];
        };
        /** Deciders */
        Deciders: {
            /** @description By name, at most 50 */
            deciders: {
                /**
                 * Format: uuid
                 * @description A UUIDv7
                 */
                id: string;
                name: string;
                role: string;
            }[];
        };
        /** Device */
        Device: {
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            id: string;
            deviceId: string | null;
            platform: string | null;
            appVersion: string | null;
            osVersion: string | null;
            model: string | null;
            lastIp: string | null;
            /** Format: date-time */
            firstSeen: string;
            /** Format: date-time */
            lastSeen: string;
        };
        /** DirectUpload */
        DirectUpload: {
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            assetId: string;
            uploadUrl: string;
            providerId: string;
        };
        /**
         * DryRun
         * @description What the call would do. Nothing was done.
         */
        DryRun: {
            /** @constant */
            dryRun: true;
            /** @description The status that the real call would answer */
            status: number;
            /** @description The body that the real call would answer */
            body: unknown;
            effects: components["schemas"]["Effects"];
        };
        /** Effects */
        Effects: {
            ledger: components["schemas"]["LedgerEffect"][];
            audit: components["schemas"]["AuditEffect"][];
            approvals: components["schemas"]["ApprovalEffect"][];
            changes: components["schemas"]["ChangeEffect"][];
        };
        /**
         * EffectsOnceApproved
         * @description An approval asks for no other one
         */
        EffectsOnceApproved: {
            ledger: components["schemas"]["LedgerEffect"][];
            audit: components["schemas"]["AuditEffect"][];
            changes: components["schemas"]["ChangeEffect"][];
            approvals: {
                [key: string]: unknown;
            }[];
        };
        /** Episode */
        Episode: {
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            id: string;
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            seriesId: string;
            episodeNumber: number;
            title: string;
            synopsis: string;
            titleI18n: {
                en?: string;
                ar?: string;
                id?: string;
            };
            synopsisI18n: {
                en?: string;
                ar?: string;
                id?: string;
            };
            cliffhanger_score: number;
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            mediaAssetId: string | null;
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            thumb_asset_id: string | null;
            media: {
                /**
                 * Format: uuid
                 * @description A UUIDv7
                 */
                id: string;
                kind: string;
                status: string;
                lang: string | null;
                playbackId: string | null;
                durationS: number | null;
                width: number | null;
                height: number | null;
                url: string | null;
            } | null;
            captions: components["schemas"]["EpisodeAsset"][];
            /** @enum {string} */
            status: "draft" | "in_review" | "scheduled" | "published" | "archived";
            /** Format: date-time */
            publishedAt: string | null;
            revision: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description What this caller may do with it now */
            allowed: string[];
            /** @description What cannot be edited in this state */
            lockedFields: string[];
            /** @description Whether an edit takes a `note` */
            noteRequired: boolean;
        };
        /** EpisodeAsset */
        EpisodeAsset: {
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            id: string;
            kind: string;
            status: string;
            lang: string | null;
            playbackId: string | null;
            durationS: number | null;
            width: number | null;
            height: number | null;
            url: string | null;
        };
        /** EpisodeMediaLinked */
        EpisodeMediaLinked: {
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            id: string;
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            seriesId: string;
            episodeNumber: number;
            title: string;
            synopsis: string;
            titleI18n: {
                en?: string;
                ar?: string;
                id?: string;
            };
            synopsisI18n: {
                en?: string;
                ar?: string;
                id?: string;
            };
            cliffhanger_score: number;
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            mediaAssetId: string | null;
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            thumb_asset_id: string | null;
            media: {
                /**
                 * Format: uuid
                 * @description A UUIDv7
                 */
                id: string;
                kind: string;
                status: string;
                lang: string | null;
                playbackId: string | null;
                durationS: number | null;
                width: number | null;
                height: number | null;
                url: string | null;
            } | null;
            captions: components["schemas"]["EpisodeAsset"][];
            /** @enum {string} */
            status: "draft" | "in_review" | "scheduled" | "published" | "archived";
            /** Format: date-time */
            publishedAt: string | null;
            revision: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description What this caller may do with it now */
            allowed: string[];
            /** @description What cannot be edited in this state */
            lockedFields: string[];
            /** @description Whether an edit takes a `note` */
            noteRequired: boolean;
            warnings: {
                /** @enum {string} */
                code: "media_not_ready" | "thumb_not_ready" | "thumb_not_recommended";
                status?: string;
                width?: number;
                height?: number;
            }[];
        };
        /**
         * EpisodeOrder
         * @description `revision` is that of the series
         */
        EpisodeOrder: {
            items: components["schemas"]["Episode"][];
            nextCursor: string | null;
            revision: number;
        };
        /** Error_admin_disabled_403 */
        Error_admin_disabled_403: {
            /** @constant */
            statusCode: 403;
            /** @constant */
            error: "admin_disabled";
        };
        /** Error_approval_not_pending_409 */
        Error_approval_not_pending_409: {
            /** @constant */
            statusCode: 409;
            /** @constant */
            error: "approval_not_pending";
            /** @enum {string} */
            status: "pending" | "approved" | "rejected" | "cancelled" | "expired";
        };
        /** Error_approver_too_new_403 */
        Error_approver_too_new_403: {
            /** @constant */
            statusCode: 403;
            /** @constant */
            error: "approver_too_new";
        };
        /** Error_asset_in_use_409 */
        Error_asset_in_use_409: {
            /** @constant */
            statusCode: 409;
            /** @constant */
            error: "asset_in_use";
            episodeIds: string[];
            seriesIds: string[];
        };
        /** Error_audit_note_required_400 */
        Error_audit_note_required_400: {
            /** @constant */
            statusCode: 400;
            /** @constant */
            error: "audit_note_required";
        };
        /** Error_baseline_permission_required_409 */
        Error_baseline_permission_required_409: {
            /** @constant */
            statusCode: 409;
            /** @constant */
            error: "baseline_permission_required";
            missing: string[];
        };
        /** Error_bulk_invalid_400 */
        Error_bulk_invalid_400: {
            /** @constant */
            statusCode: 400;
            /** @constant */
            error: "bulk_invalid";
            details: {
                episodeId: string;
                error: string;
                currentState: string | null;
            }[];
        };
        /** Error_code_taken_409 */
        Error_code_taken_409: {
            /** @constant */
            statusCode: 409;
            /** @constant */
            error: "code_taken";
        };
        /** Error_collection_in_use_409 */
        Error_collection_in_use_409: {
            /** @constant */
            statusCode: 409;
            /** @constant */
            error: "collection_in_use";
            /** @description The rails that show it */
            railIds: string[];
        };
        /** Error_csrf_rejected_403 */
        Error_csrf_rejected_403: {
            /** @constant */
            statusCode: 403;
            /** @constant */
            error: "csrf_rejected";
        };
        /** Error_email_taken_409 */
        Error_email_taken_409: {
            /** @constant */
            statusCode: 409;
            /** @constant */
            error: "email_taken";
        };
        /** Error_episode_locked_403 */
        Error_episode_locked_403: {
            /** @constant */
            statusCode: 403;
            /** @constant */
            error: "episode_locked";
            coinsRequired: number;
        };
        /** Error_episode_number_taken_409 */
        Error_episode_number_taken_409: {
            /** @constant */
            statusCode: 409;
            /** @constant */
            error: "episode_number_taken";
        };
        /** Error_field_locked_400 */
        Error_field_locked_400: {
            /** @constant */
            statusCode: 400;
            /** @constant */
            error: "field_locked";
            fields: string[];
            currentState: string;
        };
        /** Error_guest_not_eligible_400 */
        Error_guest_not_eligible_400: {
            /** @constant */
            statusCode: 400;
            /** @constant */
            error: "guest_not_eligible";
        };
        /** Error_idempotency_in_progress_409 */
        Error_idempotency_in_progress_409: {
            /** @constant */
            statusCode: 409;
            /** @constant */
            error: "idempotency_in_progress";
        };
        /** Error_idempotency_key_reused_409 */
        Error_idempotency_key_reused_409: {
            /** @constant */
            statusCode: 409;
            /** @constant */
            error: "idempotency_key_reused";
        };
        /** Error_insufficient_balance_400 */
        Error_insufficient_balance_400: {
            /** @constant */
            statusCode: 400;
            /** @constant */
            error: "insufficient_balance";
            balanceTotal: number;
            coinsRequired?: number;
        };
        /** Error_insufficient_permissions_403 */
        Error_insufficient_permissions_403: {
            /** @constant */
            statusCode: 403;
            /** @constant */
            error: "insufficient_permissions";
            /** @description Any one of these would do */
            required: string[];
            /** @description One of these roles is needed besides, whatever else one holds */
            requiredRoles?: string[];
        };
        /** Error_internal_error_500 */
        Error_internal_error_500: {
            /** @constant */
            statusCode: 500;
            /** @constant */
            error: "internal_error";
        };
        /** Error_invalid_caption_400 */
        Error_invalid_caption_400: {
            /** @constant */
            statusCode: 400;
            /** @constant */
            error: "invalid_caption";
            line: number;
            problem: string;
        };
        /** Error_invalid_credentials_401 */
        Error_invalid_credentials_401: {
            /** @constant */
            statusCode: 401;
            /** @constant */
            error: "invalid_credentials";
        };
        /** Error_invalid_cursor_400 */
        Error_invalid_cursor_400: {
            /** @constant */
            statusCode: 400;
            /** @constant */
            error: "invalid_cursor";
        };
        /** Error_invalid_explanation_400 */
        Error_invalid_explanation_400: {
            /** @constant */
            statusCode: 400;
            /** @constant */
            error: "invalid_explanation";
        };
        /** Error_invalid_json_400 */
        Error_invalid_json_400: {
            /** @constant */
            statusCode: 400;
            /** @constant */
            error: "invalid_json";
        };
        /** Error_invalid_order_400 */
        Error_invalid_order_400: {
            /** @constant */
            statusCode: 400;
            /** @constant */
            error: "invalid_order";
            /** @description What is there and was not named */
            missing: string[];
            /** @description What was named and is not there */
            unknown: string[];
            /** @description What was named more than once */
            repeated: string[];
        };
        /** Error_invalid_signature_401 */
        Error_invalid_signature_401: {
            /** @constant */
            statusCode: 401;
            /** @constant */
            error: "invalid_signature";
        };
        /** Error_invalid_token_401 */
        Error_invalid_token_401: {
            /** @constant */
            statusCode: 401;
            /** @constant */
            error: "invalid_token";
        };
        /** Error_invalid_transition_400 */
        Error_invalid_transition_400: {
            /** @constant */
            statusCode: 400;
            /** @constant */
            error: "invalid_transition";
            currentState: string;
            allowed: string[];
        };
        /** Error_last_superadmin_409 */
        Error_last_superadmin_409: {
            /** @constant */
            statusCode: 409;
            /** @constant */
            error: "last_superadmin";
        };
        /** Error_not_found_404 */
        Error_not_found_404: {
            /** @constant */
            statusCode: 404;
            /** @constant */
            error: "not_found";
            /** @description Which field of the body or the query names what is not there */
            field?: string;
        };
        /** Error_not_manual_collection_400 */
        Error_not_manual_collection_400: {
            /** @constant */
            statusCode: 400;
            /** @constant */
            error: "not_manual_collection";
        };
        /** Error_not_requester_403 */
        Error_not_requester_403: {
            /** @constant */
            statusCode: 403;
            /** @constant */
            error: "not_requester";
        };
        /** Error_otp_required_401 */
        Error_otp_required_401: {
            /** @constant */
            statusCode: 401;
            /** @constant */
            error: "otp_required";
        };
        /** Error_package_in_use_409 */
        Error_package_in_use_409: {
            /** @constant */
            statusCode: 409;
            /** @constant */
            error: "package_in_use";
        };
        /** Error_password_reset_required_403 */
        Error_password_reset_required_403: {
            /** @constant */
            statusCode: 403;
            /** @constant */
            error: "password_reset_required";
        };
        /** Error_payload_too_large_413 */
        Error_payload_too_large_413: {
            /** @constant */
            statusCode: 413;
            /** @constant */
            error: "payload_too_large";
            maxBytes: number;
        };
        /** Error_price_changed_409 */
        Error_price_changed_409: {
            /** @constant */
            statusCode: 409;
            /** @constant */
            error: "price_changed";
            coinsRequired: number;
        };
        /** Error_product_id_taken_409 */
        Error_product_id_taken_409: {
            /** @constant */
            statusCode: 409;
            /** @constant */
            error: "product_id_taken";
        };
        /** Error_promo_budget_exhausted_400 */
        Error_promo_budget_exhausted_400: {
            /** @constant */
            statusCode: 400;
            /** @constant */
            error: "promo_budget_exhausted";
        };
        /** Error_promo_expired_400 */
        Error_promo_expired_400: {
            /** @constant */
            statusCode: 400;
            /** @constant */
            error: "promo_expired";
        };
        /** Error_promo_ineligible_400 */
        Error_promo_ineligible_400: {
            /** @constant */
            statusCode: 400;
            /** @constant */
            error: "promo_ineligible";
        };
        /** Error_promo_max_uses_reached_400 */
        Error_promo_max_uses_reached_400: {
            /** @constant */
            statusCode: 400;
            /** @constant */
            error: "promo_max_uses_reached";
        };
        /** Error_promo_not_found_404 */
        Error_promo_not_found_404: {
            /** @constant */
            statusCode: 404;
            /** @constant */
            error: "promo_not_found";
        };
        /** Error_rate_limited_429 */
        Error_rate_limited_429: {
            /** @constant */
            statusCode: 429;
            /** @constant */
            error: "rate_limited";
            retryAfterS: number;
        };
        /** Error_requester_not_eligible_409 */
        Error_requester_not_eligible_409: {
            /** @constant */
            statusCode: 409;
            /** @constant */
            error: "requester_not_eligible";
        };
        /** Error_role_in_use_409 */
        Error_role_in_use_409: {
            /** @constant */
            statusCode: 409;
            /** @constant */
            error: "role_in_use";
            assignedCount: number;
        };
        /** Error_role_name_taken_409 */
        Error_role_name_taken_409: {
            /** @constant */
            statusCode: 409;
            /** @constant */
            error: "role_name_taken";
        };
        /** Error_segment_in_use_409 */
        Error_segment_in_use_409: {
            /** @constant */
            statusCode: 409;
            /** @constant */
            error: "segment_in_use";
        };
        /** Error_self_approval_forbidden_403 */
        Error_self_approval_forbidden_403: {
            /** @constant */
            statusCode: 403;
            /** @constant */
            error: "self_approval_forbidden";
        };
        /** Error_series_not_published_400 */
        Error_series_not_published_400: {
            /** @constant */
            statusCode: 400;
            /** @constant */
            error: "series_not_published";
        };
        /** Error_sku_taken_409 */
        Error_sku_taken_409: {
            /** @constant */
            statusCode: 409;
            /** @constant */
            error: "sku_taken";
        };
        /** Error_slug_taken_409 */
        Error_slug_taken_409: {
            /** @constant */
            statusCode: 409;
            /** @constant */
            error: "slug_taken";
        };
        /** Error_stale_write_412 */
        Error_stale_write_412: {
            /** @constant */
            statusCode: 412;
            /** @constant */
            error: "stale_write";
        };
        /** Error_step_up_required_403 */
        Error_step_up_required_403: {
            /** @constant */
            statusCode: 403;
            /** @constant */
            error: "step_up_required";
        };
        /** Error_storage_full_503 */
        Error_storage_full_503: {
            /** @constant */
            statusCode: 503;
            /** @constant */
            error: "storage_full";
        };
        /** Error_support_daily_cap_exceeded_400 */
        Error_support_daily_cap_exceeded_400: {
            /** @constant */
            statusCode: 400;
            /** @constant */
            error: "support_daily_cap_exceeded";
            capRemaining: number;
        };
        /** Error_system_role_protected_409 */
        Error_system_role_protected_409: {
            /** @constant */
            statusCode: 409;
            /** @constant */
            error: "system_role_protected";
        };
        /** Error_token_revoked_401 */
        Error_token_revoked_401: {
            /** @constant */
            statusCode: 401;
            /** @constant */
            error: "token_revoked";
        };
        /** Error_tus_version_unsupported_412 */
        Error_tus_version_unsupported_412: {
            /** @constant */
            statusCode: 412;
            /** @constant */
            error: "tus_version_unsupported";
        };
        /** Error_unauthorized_401 */
        Error_unauthorized_401: {
            /** @constant */
            statusCode: 401;
            /** @constant */
            error: "unauthorized";
        };
        /** Error_unavailable_503 */
        Error_unavailable_503: {
            /** @constant */
            statusCode: 503;
            /** @constant */
            error: "unavailable";
        };
        /** Error_unknown_permission_400 */
        Error_unknown_permission_400: {
            /** @constant */
            statusCode: 400;
            /** @constant */
            error: "unknown_permission";
            /** @description Those that there are none of */
            permissions: string[];
        };
        /** Error_unsupported_media_type_415 */
        Error_unsupported_media_type_415: {
            /** @constant */
            statusCode: 415;
            /** @constant */
            error: "unsupported_media_type";
            accepted: string[];
        };
        /** Error_upload_busy_423 */
        Error_upload_busy_423: {
            /** @constant */
            statusCode: 423;
            /** @constant */
            error: "upload_busy";
        };
        /** Error_upload_expired_410 */
        Error_upload_expired_410: {
            /** @constant */
            statusCode: 410;
            /** @constant */
            error: "upload_expired";
        };
        /** Error_upload_offset_mismatch_409 */
        Error_upload_offset_mismatch_409: {
            /** @constant */
            statusCode: 409;
            /** @constant */
            error: "upload_offset_mismatch";
            uploadOffset: number;
        };
        /** Error_upload_too_large_400 */
        Error_upload_too_large_400: {
            /** @constant */
            statusCode: 400;
            /** @constant */
            error: "upload_too_large";
            maxBytes: number;
        };
        /** Error_user_banned_400 */
        Error_user_banned_400: {
            /** @constant */
            statusCode: 400;
            /** @constant */
            error: "user_banned";
        };
        /** Error_user_banned_403 */
        Error_user_banned_403: {
            /** @constant */
            statusCode: 403;
            /** @constant */
            error: "user_banned";
        };
        /** Error_user_deleted_400 */
        Error_user_deleted_400: {
            /** @constant */
            statusCode: 400;
            /** @constant */
            error: "user_deleted";
        };
        /** Error_user_deleted_403 */
        Error_user_deleted_403: {
            /** @constant */
            statusCode: 403;
            /** @constant */
            error: "user_deleted";
        };
        /** Error_user_suspended_403 */
        Error_user_suspended_403: {
            /** @constant */
            statusCode: 403;
            /** @constant */
            error: "user_suspended";
            /** Format: date-time */
            suspendedUntil: string | null;
        };
        /** Error_validation_failed_400 */
        Error_validation_failed_400: {
            /** @constant */
            statusCode: 400;
            /** @constant */
            error: "validation_failed";
            details: {
                path: string;
                message: string;
            }[];
        };
        /** Error_weak_password_400 */
        Error_weak_password_400: {
            /** @constant */
            statusCode: 400;
            /** @constant */
            error: "weak_password";
            /** @enum {string} */
            reason: "too_short" | "too_long" | "common" | "same_as_email" | "same_as_before";
        };
        /** Feed */
        Feed: {
            /** @enum {string} */
            surface: "for_you" | "discover";
            market: string | null;
            lang: string;
            rails: components["schemas"]["FeedRail"][];
            freeToday: components["schemas"]["SeriesCard"][];
            previewReel: components["schemas"]["SeriesCard"][];
            /** Format: date-time */
            generatedAt: string;
        };
        /** FeedPreview */
        FeedPreview: {
            /** @enum {string} */
            surface: "for_you" | "discover";
            market: string | null;
            lang: string;
            rails: components["schemas"]["FeedRail"][];
            freeToday: components["schemas"]["SeriesCard"][];
            previewReel: components["schemas"]["SeriesCard"][];
            /** Format: date-time */
            generatedAt: string;
            /** Format: date-time */
            at: string;
            /** @description What is otherwise than in the feed of now */
            changes: {
                /** @description The rails whose series are others than now, one that is new or gone with all of its series */
                rails: {
                    id: string;
                    added: string[];
                    removed: string[];
                }[];
                freeToday: {
                    added: string[];
                    removed: string[];
                };
                previewReel: {
                    added: string[];
                    removed: string[];
                };
            };
        };
        /** FeedRail */
        FeedRail: {
            /** @description `newest` for the one that is there where there are no others */
            id: string;
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            collectionId: string | null;
            slug: string;
            title: string;
            /** @description Why a viewer sees it */
            explanation: string;
            series: components["schemas"]["SeriesCard"][];
        };
        /** FreeSeriesEntry */
        FreeSeriesEntry: {
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            id: string;
            /**
             * Format: date
             * @description A UTC day, YYYY-MM-DD
             */
            date: string;
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            seriesId: string;
            /** @description Null for all markets without an entry of their own */
            marketCode: string | null;
            notes: string | null;
            series: {
                title: string;
                titleI18n: {
                    en?: string;
                    ar?: string;
                    id?: string;
                };
                pictureUrl: string | null;
                /**
                 * @description Only while it is published is it free
                 * @enum {string|null}
                 */
                status: "draft" | "in_review" | "scheduled" | "published" | "archived" | null;
            };
            revision: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description What this caller may do with it now */
            allowed: string[];
        };
        /** GeneratedFreeSeries */
        GeneratedFreeSeries: {
            created: components["schemas"]["FreeSeriesEntry"][];
            /** @description Days that have an entry of this very market */
            skipped: string[];
            /** @description Days for which no published series was left that could be free again */
            unfilled: string[];
        };
        /** JobRun */
        JobRun: {
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            id: string;
            /** Format: date-time */
            slot: string | null;
            attempt: number;
            /** @enum {string} */
            outcome: "running" | "succeeded" | "failed" | "abandoned";
            /** @description What each step did */
            counts: {
                [key: string]: unknown;
            };
            error: string | null;
            /** Format: date-time */
            startedAt: string;
            /** Format: date-time */
            finishedAt: string | null;
            /** @description Who ran it by hand */
            startedBy: {
                /**
                 * Format: uuid
                 * @description A UUIDv7
                 */
                id: string;
                email: string;
                name: string;
            } | null;
            progress: {
                step: string;
                done: number;
                total: number | null;
                /** Format: date-time */
                since: string;
            } | null;
        };
        /** LedgerEffect */
        LedgerEffect: {
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            eventId: string;
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            userId: string | null;
            account: string;
            amount: number;
        };
        /** LedgerEntry */
        LedgerEntry: {
            /** @description Digits that only grow */
            id: string;
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            eventId: string;
            amount: number;
            reason: string;
            refType: string;
            refId: string;
            /** Format: date-time */
            createdAt: string;
            accounts: {
                account: string;
                amount: number;
            }[];
        };
        /** LedgerEvent */
        LedgerEvent: {
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            eventId: string;
            reason: string;
            refType: string;
            refId: string;
            /** Format: date-time */
            createdAt: string;
            entries: {
                /** @description Digits that only grow */
                id: string;
                account: string;
                /**
                 * Format: uuid
                 * @description A UUIDv7
                 */
                userId: string;
                amount: number;
            }[];
            /** @description What made the coins move */
            cause: {
                type: string;
                id: string;
            } & {
                [key: string]: unknown;
            };
            /** @description The episode or series that coins moved for, by name; also one that is removed */
            subject: {
                /** @enum {string} */
                type: "episode" | "series";
                /**
                 * Format: uuid
                 * @description A UUIDv7
                 */
                id: string;
                /**
                 * Format: uuid
                 * @description A UUIDv7
                 */
                seriesId: string;
                seriesTitle: string;
                seriesTitleI18n: {
                    en?: string;
                    ar?: string;
                    id?: string;
                };
                episodeNumber: number | null;
                title: string;
                titleI18n: {
                    en?: string;
                    ar?: string;
                    id?: string;
                };
                /**
                 * Format: uuid
                 * @description A UUIDv7
                 */
                pictureAssetId: string | null;
            } | null;
        };
        /** LedgerProof */
        LedgerProof: {
            holds: boolean;
            balancePaid: number;
            balanceBonus: number;
            entries: number;
            /** Format: date-time */
            checkedAt: string;
            breaks: {
                eventId: string;
                what: string;
            }[];
        };
        /** ListedSubscription */
        ListedSubscription: {
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            id: string;
            platform: string;
            productId: string;
            productName: string;
            /** @enum {string} */
            status: "trialing" | "active" | "past_due" | "canceled" | "expired";
            autoRenew: boolean;
            /** Format: date-time */
            currentPeriodStart: string;
            /** Format: date-time */
            currentPeriodEnd: string;
            /** Format: date-time */
            trialEnd: string | null;
            /** Format: date-time */
            canceledAt: string | null;
            priceCents: number;
            currency: string;
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            userId: string;
            user: {
                /**
                 * Format: uuid
                 * @description A UUIDv7
                 */
                id: string;
                /** @description The name or email; null without `users:read` */
                label: string | null;
            };
            /** @description The country that it was sold in */
            region: string | null;
            /** @description As its provider calls it; null where it was given */
            providerSubscriptionId: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description What this caller may do with it now: providers do all of it */
            allowed: string[];
        };
        /** LoggedOut */
        LoggedOut: {
            tokenVersion: number;
        };
        /** Me */
        Me: {
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            id: string;
            email: string | null;
            phoneE164: string | null;
            displayName: string | null;
            avatarUrl: string | null;
            countryCode: string | null;
            language: string | null;
            isGuest: boolean;
            /** @enum {string} */
            status: "active" | "suspended" | "banned" | "deleted";
            streak: components["schemas"]["Streak"];
            pushPrefs: components["schemas"]["PushPrefs"];
            /** Format: date-time */
            createdAt: string;
        };
        /** MediaAsset */
        MediaAsset: {
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            id: string;
            /** @enum {string} */
            kind: "video" | "caption" | "thumb" | "poster" | "hero";
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            seriesId: string | null;
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            episodeId: string | null;
            /** @description `video_provider`, or `storage` for images and captions */
            provider: string;
            providerId: string | null;
            playbackId: string | null;
            /** @enum {string} */
            status: "uploading" | "processing" | "ready" | "failed";
            durationS: number | null;
            width: number | null;
            height: number | null;
            /** @enum {string|null} */
            lang: "en" | "ar" | "id" | null;
            /** @description Where it is played or shown, once it is ready */
            url: string | null;
            /** @description Where a tus client goes on with the upload */
            uploadUrl: string | null;
            thumbnailCandidates: {
                url: string;
                timeS: number;
            }[];
            error: string | null;
            sizeBytes: number;
            sourceFileName: string;
            attempts: number;
            /** @description Whether an episode plays it; null for what is no video */
            linked: boolean | null;
            /** @description The episode or series that it was sent for, by name */
            belongsTo: {
                /**
                 * Format: uuid
                 * @description A UUIDv7
                 */
                seriesId: string;
                seriesTitle: string;
                seriesTitleI18n: {
                    en?: string;
                    ar?: string;
                    id?: string;
                };
                episodeNumber: number | null;
                title: string;
                titleI18n: {
                    en?: string;
                    ar?: string;
                    id?: string;
                };
            } | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description What this caller may do with it now */
            allowed: string[];
        };
        /** MediaEvent */
        MediaEvent: {
            providerId: string;
            /** @enum {string} */
            status: "processing" | "ready" | "failed";
            playbackId?: string;
            durationS?: number;
            width?: number;
            height?: number;
            thumbnails?: {
                url: string;
                timeS: number;
            }[];
            error?: string;
        };
        /** MovedEpisode */
        MovedEpisode: {
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            id: string;
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            seriesId: string;
            episodeNumber: number;
            title: string;
            synopsis: string;
            titleI18n: {
                en?: string;
                ar?: string;
                id?: string;
            };
            synopsisI18n: {
                en?: string;
                ar?: string;
                id?: string;
            };
            cliffhanger_score: number;
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            mediaAssetId: string | null;
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            thumb_asset_id: string | null;
            media: {
                /**
                 * Format: uuid
                 * @description A UUIDv7
                 */
                id: string;
                kind: string;
                status: string;
                lang: string | null;
                playbackId: string | null;
                durationS: number | null;
                width: number | null;
                height: number | null;
                url: string | null;
            } | null;
            captions: components["schemas"]["EpisodeAsset"][];
            /** @enum {string} */
            status: "draft" | "in_review" | "scheduled" | "published" | "archived";
            /** Format: date-time */
            publishedAt: string | null;
            revision: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description What this caller may do with it now */
            allowed: string[];
            /** @description What cannot be edited in this state */
            lockedFields: string[];
            /** @description Whether an edit takes a `note` */
            noteRequired: boolean;
            warnings: components["schemas"]["PublishingWarning"][];
        };
        /** MovedSeries */
        MovedSeries: {
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            id: string;
            slug: string;
            title: string;
            synopsis: string;
            titleI18n: {
                en?: string;
                ar?: string;
                id?: string;
            };
            synopsisI18n: {
                en?: string;
                ar?: string;
                id?: string;
            };
            genreSlug: string | null;
            tropes: string[];
            targetLanguages: ("en" | "ar" | "id")[];
            freeEpisodes: number;
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            posterAssetId: string | null;
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            heroAssetId: string | null;
            editorial_hero_score: number | null;
            episodeCount: number;
            publishedEpisodeCount: number;
            /** @description What viewers would miss: `episodes` when viewers would see none, `video` and `captions` when one that they would see lacks them, `artwork` without poster or hero image */
            missing: ("episodes" | "video" | "captions" | "artwork")[];
            /** @enum {string} */
            status: "draft" | "in_review" | "scheduled" | "published" | "archived";
            /** Format: date-time */
            publishedAt: string | null;
            revision: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description What this caller may do with it now */
            allowed: string[];
            /** @description What cannot be edited in this state */
            lockedFields: string[];
            /** @description Whether an edit takes a `note` */
            noteRequired: boolean;
            warnings: components["schemas"]["PublishingWarning"][];
        };
        /** NamedLedgerEntry */
        NamedLedgerEntry: {
            /** @description Digits that only grow */
            id: string;
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            eventId: string;
            amount: number;
            reason: string;
            refType: string;
            refId: string;
            /** Format: date-time */
            createdAt: string;
            accounts: {
                account: string;
                amount: number;
            }[];
            /** @description The episode or series that coins moved for, by name; also one that is removed */
            subject: {
                /** @enum {string} */
                type: "episode" | "series";
                /**
                 * Format: uuid
                 * @description A UUIDv7
                 */
                id: string;
                /**
                 * Format: uuid
                 * @description A UUIDv7
                 */
                seriesId: string;
                seriesTitle: string;
                seriesTitleI18n: {
                    en?: string;
                    ar?: string;
                    id?: string;
                };
                episodeNumber: number | null;
                title: string;
                titleI18n: {
                    en?: string;
                    ar?: string;
                    id?: string;
                };
                /**
                 * Format: uuid
                 * @description A UUIDv7
                 */
                pictureAssetId: string | null;
            } | null;
            /** @description What else the coins moved for: the code of a promo, the product of a purchase */
            causeLabel: string | null;
        };
        /** OutboxMessage */
        OutboxMessage: {
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            id: string;
            topic: string;
            /** @enum {string} */
            status: "waiting" | "delivered" | "dead";
            attempts: number;
            lastError: string | null;
            /** Format: date-time */
            nextAttemptAt: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            deliveredAt: string | null;
            /** @description What this caller may do with it now */
            allowed: string[];
        };
        /**
         * Permission
         * @description `*` stands for all of them
         * @enum {string}
         */
        Permission: "*" | "catalog:read" | "catalog:write" | "catalog:delete" | "publishing:read" | "publishing:write" | "curation:read" | "curation:write" | "users:read" | "users:ban" | "users:anonymize" | "wallet:read" | "wallet:adjust" | "payments:read" | "payments:refund" | "payments:refund_request" | "pricing:read" | "pricing:write" | "analytics:read" | "moderation:read" | "moderation:write" | "push:read" | "push:write" | "system:read" | "system:write" | "audit:read";
        /** Playback */
        Playback: {
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            episodeId: string;
            playbackId: string;
            url: string;
            captions: {
                /** @enum {string} */
                lang: "en" | "ar" | "id";
                url: string;
            }[];
            /** @description False where nothing may come between this episode and the next */
            promptAfter: boolean;
        };
        /** PreviewReel */
        PreviewReel: {
            entries: {
                /**
                 * Format: uuid
                 * @description A UUIDv7
                 */
                seriesId: string;
                editorialHeroScore: number;
                series: {
                    title: string;
                    titleI18n: {
                        en?: string;
                        ar?: string;
                        id?: string;
                    };
                    /**
                     * @description Viewers see it only while it is published
                     * @enum {string}
                     */
                    status: "draft" | "in_review" | "scheduled" | "published" | "archived";
                    pictureUrl: string | null;
                };
            }[];
            revision: number;
            /** @description What this caller may do with it now */
            allowed: string[];
        };
        /** PriceExplanation */
        PriceExplanation: {
            coinsRequired: number;
            /** @enum {string} */
            priceSource: "episode" | "free_episode" | "series" | "market" | "default";
            /** @description In the order in which they are asked; the first that counts is applied */
            candidates: {
                /** @enum {string} */
                source: "episode" | "free_episode" | "series" | "market" | "default";
                /**
                 * Format: uuid
                 * @description A UUIDv7
                 */
                overrideId: string | null;
                coins: number;
                /** Format: date-time */
                activeFrom: string | null;
                /** Format: date-time */
                activeTo: string | null;
                /**
                 * @description `outranked` by a source that comes before it, `superseded` by a later override of the same scope
                 * @enum {string}
                 */
                outcome: "applied" | "outranked" | "superseded" | "not_started" | "ended" | "switched_off";
            }[];
            episode: {
                /**
                 * Format: uuid
                 * @description A UUIDv7
                 */
                id: string;
                /**
                 * Format: uuid
                 * @description A UUIDv7
                 */
                seriesId: string;
                episodeNumber: number;
                title: string;
                titleI18n: {
                    en?: string;
                    ar?: string;
                    id?: string;
                };
            };
            market: string | null;
            /** Format: date-time */
            at: string;
        };
        /** PriceHeatMap */
        PriceHeatMap: {
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            seriesId: string;
            /** Format: date-time */
            at: string;
            /** @description The columns; null stands for every other market */
            markets: (string | null)[];
            /** @description All of them, by number */
            episodes: {
                /**
                 * Format: uuid
                 * @description A UUIDv7
                 */
                id: string;
                episodeNumber: number;
                title: string;
                titleI18n: {
                    en?: string;
                    ar?: string;
                    id?: string;
                };
                status: string;
                /** @description One for each of the markets, in their order */
                prices: {
                    coinsRequired: number;
                    /** @enum {string} */
                    priceSource: "episode" | "free_episode" | "series" | "market" | "default";
                    /**
                     * Format: uuid
                     * @description A UUIDv7
                     */
                    overrideId: string | null;
                }[];
            }[];
        };
        /** PricingConfig */
        PricingConfig: {
            defaultCoinsPerEpisode: number;
            /** @description Those that are switched on, future ones too */
            overrides: components["schemas"]["PricingOverride"][];
            revision: number;
            /** @description What this caller may do with it now */
            allowed: string[];
        };
        /** PricingOverride */
        PricingOverride: {
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            id: string;
            /** @enum {string} */
            scope: "market" | "series" | "episode";
            /** @description The country of a market; the id of a series or an episode */
            scopeRef: string;
            coins: number;
            currencyHint: string | null;
            /** Format: date-time */
            activeFrom: string;
            /** Format: date-time */
            activeTo: string | null;
            /** @description Whether it is switched on */
            active: boolean;
            revision: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description The series or the episode; null for a market */
            item: {
                /**
                 * Format: uuid
                 * @description A UUIDv7
                 */
                seriesId: string;
                seriesTitle: string;
                seriesTitleI18n: {
                    en?: string;
                    ar?: string;
                    id?: string;
                };
                episodeNumber: number | null;
                title: string;
                titleI18n: {
                    en?: string;
                    ar?: string;
                    id?: string;
                };
                pictureUrl: string | null;
            } | null;
            /** @description What this caller may do with it now */
            allowed: string[];
        };
        /** Promo */
        Promo: {
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            id: string;
            code: string;
            /** @enum {string} */
            type: "coin_grant" | "bonus_multiplier" | "trial_ext";
            config: components["schemas"]["PromoConfig"];
            budgetCoins: number;
            spent_coins: number;
            window: {
                /** Format: date-time */
                start: string;
                /** Format: date-time */
                end: string;
            };
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            segmentId: string | null;
            segment: {
                /**
                 * Format: uuid
                 * @description A UUIDv7
                 */
                id: string;
                name: string;
            } | null;
            redemptions: number;
            /**
             * @description Exhausted is one in its time whose budget is not enough for another use
             * @enum {string}
             */
            status: "upcoming" | "running" | "exhausted" | "ended";
            /**
             * Format: date-time
             * @description When the budget is gone at the pace of the last 7 days; null where it lasts to the end
             */
            projectedExhaustionAt: string | null;
            revision: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description What this caller may do with it now */
            allowed: string[];
        };
        /** PromoConfig */
        PromoConfig: {
            max_uses_per_user: number;
            /** @description coin_grant: coins for each use */
            amount?: number;
            /**
             * @description coin_grant: how it is claimed
             * @enum {string}
             */
            trigger?: "manual_claim";
            /** @description bonus_multiplier: 1.5 adds half of the coins bought */
            multiplier?: number;
            /** @description trial_ext: days that are added */
            days?: number;
            /** @description bonus_multiplier: the most that one use gives */
            max_bonus_coins?: number;
        };
        /** PromoDays */
        PromoDays: {
            budgetCoins: number;
            days: {
                /** Format: date */
                day: string;
                redemptions: number;
                coins: number;
                /** @description All that was spent up to the end of the day */
                spentCoins: number;
            }[];
        };
        /** PromoRedemption */
        PromoRedemption: {
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            id: string;
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            promoId: string;
            code: string;
            /** @enum {string} */
            type: "coin_grant" | "bonus_multiplier" | "trial_ext";
            coinsGranted: number;
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            eventId: string | null;
            /**
             * Format: date-time
             * @description Null while a multiplier waits for a purchase
             */
            usedAt: string | null;
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            transactionId: string | null;
            /** Format: date-time */
            trialEnd: string | null;
            /** Format: date-time */
            createdAt: string;
            user: {
                /**
                 * Format: uuid
                 * @description A UUIDv7
                 */
                id: string;
                /** @description Only for who may see users */
                displayName: string | null;
                isGuest: boolean;
            };
        };
        /** PublishedEpisode */
        PublishedEpisode: {
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            id: string;
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            seriesId: string;
            episodeNumber: number;
            title: string;
            synopsis: string;
            thumbUrl: string | null;
            durationS: number | null;
            /** @description Whether it costs nothing in the viewer’s market now */
            isFree: boolean;
            /** Format: date-time */
            publishedAt: string;
        };
        /** PublishedSeries */
        PublishedSeries: {
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            id: string;
            slug: string;
            title: string;
            synopsis: string;
            genreSlug: string | null;
            tropes: string[];
            posterUrl: string | null;
            heroUrl: string | null;
            episodeCount: number;
            freeEpisodes: number;
            isFreeToday: boolean;
            /** Format: date-time */
            publishedAt: string;
            /** @description The first 200 by number */
            episodes: components["schemas"]["PublishedEpisode"][];
        };
        /** PublishingWarning */
        PublishingWarning: {
            /** @enum {string} */
            code: "missing_captions" | "missing_media" | "unlocked_users_lose_access";
            /** @description In which captions are missing */
            languages?: string[];
            count?: number;
        };
        /** PushPrefs */
        PushPrefs: {
            drops: boolean;
            marketing: boolean;
            moderation: boolean;
        };
        /** Rail */
        Rail: {
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            id: string;
            /** @enum {string} */
            surface: "for_you" | "discover";
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            collectionId: string;
            collection: {
                slug: string;
                titleI18n: {
                    en?: string;
                    ar?: string;
                    id?: string;
                };
                /** @enum {string} */
                type: "manual" | "rule";
            };
            sort: number;
            /** @enum {string} */
            status: "active" | "paused";
            revision: number;
            /** @description Of the surface: what `If-Match` of a reorder takes */
            orderRevision: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description What this caller may do with it now */
            allowed: string[];
        };
        /**
         * RailWarning
         * @description The app shows the first 12 active rails of for_you
         */
        RailWarning: {
            /** @enum {string} */
            code: "too_many_rails";
            active: number;
            shown: number;
        };
        /** Redemption */
        Redemption: {
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            redemptionId: string;
            code: string;
            /** @enum {string} */
            type: "coin_grant" | "bonus_multiplier" | "trial_ext";
            coinsGranted: number;
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            eventId: string | null;
            balanceTotal: number;
            /** @description bonus_multiplier: what the next purchase is multiplied by */
            multiplier?: number;
            /** Format: date-time */
            trialEnd?: string;
        };
        /** Reviewers */
        Reviewers: {
            /** @description By name, at most 50 */
            reviewers: {
                /**
                 * Format: uuid
                 * @description A UUIDv7
                 */
                id: string;
                name: string;
                role: string;
            }[];
        };
        /** Role */
        Role: {
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            id: string;
            name: string;
            description: string;
            /** @description `*` means all */
            permissions: components["schemas"]["Permission"][];
            /** @description What a built-in role keeps */
            baseline: string[];
            is_system: boolean;
            admin_count: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            revision: number;
            /** @description What this caller may do with it now */
            allowed: string[];
        };
        /** SavedSeries */
        SavedSeries: {
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            seriesId: string;
            /** Format: date-time */
            savedAt: string;
        };
        /** Schedule */
        Schedule: {
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            id: string;
            /** @enum {string} */
            refType: "series" | "episode";
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            refId: string;
            /** @enum {string} */
            action: "publish";
            /** Format: date-time */
            runAt: string;
            /** @enum {string} */
            status: "pending" | "failed" | "executed" | "cancelled";
            /** @description The code of what went wrong at the last attempt */
            last_error: string | null;
            retry_count: number;
            createdBy: {
                /**
                 * Format: uuid
                 * @description A UUIDv7
                 */
                id: string;
                email: string;
                name: string;
            };
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            executedAt: string | null;
            revision: number;
            /** @description What is published */
            item: {
                /**
                 * Format: uuid
                 * @description A UUIDv7
                 */
                seriesId: string;
                seriesTitle: string;
                seriesTitleI18n: {
                    en?: string;
                    ar?: string;
                    id?: string;
                };
                episodeNumber: number | null;
                title: string;
                titleI18n: {
                    en?: string;
                    ar?: string;
                    id?: string;
                };
                /**
                 * Format: uuid
                 * @description A UUIDv7
                 */
                pictureAssetId: string | null;
            };
            /** @description What viewers would miss: `episodes` when viewers would see none, `video` and `captions` when one that they would see lacks them, `artwork` without poster or hero image */
            missing: ("episodes" | "video" | "captions" | "artwork")[];
            /** @description What this caller may do with it now */
            allowed: string[];
        };
        /** Segment */
        Segment: {
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            id: string;
            name: string;
            rule: components["schemas"]["SegmentRule"];
            /** @description What is for these users; as long as there is any, the segment can not be deleted */
            usedBy: {
                /** @enum {string} */
                type: "promo";
                /**
                 * Format: uuid
                 * @description A UUIDv7
                 */
                id: string;
                /** @description The code of a promo */
                label: string;
            }[];
            revision: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description What this caller may do with it now */
            allowed: string[];
        };
        /** SegmentPreview */
        SegmentPreview: {
            count: number;
        };
        /**
         * SegmentRule
         * @description Every condition that is given must hold; none at all is everybody
         */
        SegmentRule: {
            countries?: string[];
            /** @description Without a region: `ar` is `ar-EG` too */
            languages?: string[];
            guest?: boolean;
            minSpendCents?: number;
            maxSpendCents?: number;
            /**
             * Format: date-time
             * @description ISO 8601 with an offset
             */
            registeredAfter?: string;
            /**
             * Format: date-time
             * @description ISO 8601 with an offset
             */
            registeredBefore?: string;
            seenWithinDays?: number;
            /** @description Of any device, without regard to case */
            platforms?: string[];
            /** @description Whether a subscription runs, paid for or given */
            subscribed?: boolean;
        };
        /** Series */
        Series: {
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            id: string;
            slug: string;
            title: string;
            synopsis: string;
            titleI18n: {
                en?: string;
                ar?: string;
                id?: string;
            };
            synopsisI18n: {
                en?: string;
                ar?: string;
                id?: string;
            };
            genreSlug: string | null;
            tropes: string[];
            targetLanguages: ("en" | "ar" | "id")[];
            freeEpisodes: number;
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            posterAssetId: string | null;
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            heroAssetId: string | null;
            editorial_hero_score: number | null;
            episodeCount: number;
            publishedEpisodeCount: number;
            /** @description What viewers would miss: `episodes` when viewers would see none, `video` and `captions` when one that they would see lacks them, `artwork` without poster or hero image */
            missing: ("episodes" | "video" | "captions" | "artwork")[];
            /** @enum {string} */
            status: "draft" | "in_review" | "scheduled" | "published" | "archived";
            /** Format: date-time */
            publishedAt: string | null;
            revision: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description What this caller may do with it now */
            allowed: string[];
            /** @description What cannot be edited in this state */
            lockedFields: string[];
            /** @description Whether an edit takes a `note` */
            noteRequired: boolean;
        };
        /** SeriesCard */
        SeriesCard: {
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            id: string;
            slug: string;
            title: string;
            synopsis: string;
            genreSlug: string | null;
            tropes: string[];
            posterUrl: string | null;
            heroUrl: string | null;
            episodeCount: number;
            freeEpisodes: number;
            isFreeToday: boolean;
        };
        /** SeriesChoice */
        SeriesChoice: {
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            id: string;
            title: string;
            titleI18n: {
                en?: string;
                ar?: string;
                id?: string;
            };
            status: string;
            freeEpisodes: number;
            episodeCount: number;
            /** Format: date-time */
            createdAt: string;
            pictureUrl: string | null;
        };
        /** Session */
        Session: {
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            id: string;
            ip: string | null;
            user_agent: string | null;
            current: boolean;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at: string;
        };
        /** SignedIn */
        SignedIn: {
            access_token: string;
            admin: {
                /**
                 * Format: uuid
                 * @description A UUIDv7
                 */
                id: string;
                email: string;
                name: string;
                role: string;
                /** @description `*` means all */
                permissions: string[];
                must_reset_password: boolean;
            };
        };
        /** SignedInGuest */
        SignedInGuest: {
            access_token: string;
            user: components["schemas"]["Me"];
            /** @description Shown once, when a guest is made: with it the device comes back as this guest */
            deviceSecret?: string;
        };
        /** SignedInUser */
        SignedInUser: {
            access_token: string;
            user: components["schemas"]["Me"];
        };
        /** StorePackage */
        StorePackage: {
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            id: string;
            /** @description The product as the stores know it */
            sku: string;
            coins: number;
            bonusCoins: number;
            /** @description US cents */
            priceCents: number;
            currency: string;
            /** @description The currency of the viewer’s country, USD where that is not known */
            displayCurrency: string;
        };
        /** Streak */
        Streak: {
            current: number;
            longest: number;
            /** Format: date */
            lastClaimDate: string | null;
        };
        /** StreakClaim */
        StreakClaim: {
            current: number;
            longest: number;
            /** Format: date */
            lastClaimDate: string | null;
            /** @description Whether this call counted; the first of a UTC day does */
            claimed: boolean;
        };
        /** Strike */
        Strike: {
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            id: string;
            /** @enum {string} */
            type: "comment" | "report";
            refId: string;
            reason: string;
            /** Format: date-time */
            createdAt: string;
        };
        /** Subscription */
        Subscription: {
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            id: string;
            platform: string;
            productId: string;
            productName: string;
            /** @enum {string} */
            status: "trialing" | "active" | "past_due" | "canceled" | "expired";
            autoRenew: boolean;
            /** Format: date-time */
            currentPeriodStart: string;
            /** Format: date-time */
            currentPeriodEnd: string;
            /** Format: date-time */
            trialEnd: string | null;
            /** Format: date-time */
            canceledAt: string | null;
            priceCents: number;
            currency: string;
        };
        /** SubscriptionDetail */
        SubscriptionDetail: {
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            id: string;
            platform: string;
            productId: string;
            productName: string;
            /** @enum {string} */
            status: "trialing" | "active" | "past_due" | "canceled" | "expired";
            autoRenew: boolean;
            /** Format: date-time */
            currentPeriodStart: string;
            /** Format: date-time */
            currentPeriodEnd: string;
            /** Format: date-time */
            trialEnd: string | null;
            /** Format: date-time */
            canceledAt: string | null;
            priceCents: number;
            currency: string;
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            userId: string;
            user: {
                /**
                 * Format: uuid
                 * @description A UUIDv7
                 */
                id: string;
                /** @description The name or email; null without `users:read` */
                label: string | null;
            };
            /** @description The country that it was sold in */
            region: string | null;
            /** @description As its provider calls it; null where it was given */
            providerSubscriptionId: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description What this caller may do with it now: providers do all of it */
            allowed: string[];
            /** @description What happened to it, the last first; 200 at most */
            history: {
                /**
                 * Format: uuid
                 * @description A UUIDv7
                 */
                id: string;
                /** @enum {string} */
                type: "given" | "started" | "renewed" | "recovered" | "canceled" | "expired" | "trial_extended";
                /** Format: date-time */
                occurredAt: string;
                /** Format: date-time */
                receivedAt: string;
                productName: string;
                transactionId: string | null;
                /** Format: date-time */
                periodStart: string;
                /** Format: date-time */
                periodEnd: string;
                priceCents: number;
                currency: string;
                /** @description Whether it tells that the period was paid */
                isPaid: boolean;
                /** @description The coins that it brought: those of a period come once */
                bonusCoins: number;
            }[];
        };
        /** SubscriptionProduct */
        SubscriptionProduct: {
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            id: string;
            productId: string;
            name: string;
            periodDays: number;
            priceCents: number;
            currency: string;
            bonusCoins: number;
            unlocksAll: boolean;
            /** @enum {string} */
            status: "active" | "paused";
            revision: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description What this caller may do with it now */
            allowed: string[];
        };
        /** TimelineItem */
        TimelineItem: {
            id: string;
            /** @description coins, note, subscription, watch, admin, … */
            type: string;
            /** Format: date-time */
            at: string;
            title: string;
            data: {
                /** @description The episode or series that coins moved for, by name; also one that is removed */
                subject?: {
                    /** @enum {string} */
                    type: "episode" | "series";
                    /**
                     * Format: uuid
                     * @description A UUIDv7
                     */
                    id: string;
                    /**
                     * Format: uuid
                     * @description A UUIDv7
                     */
                    seriesId: string;
                    seriesTitle: string;
                    seriesTitleI18n: {
                        en?: string;
                        ar?: string;
                        id?: string;
                    };
                    episodeNumber: number | null;
                    title: string;
                    titleI18n: {
                        en?: string;
                        ar?: string;
                        id?: string;
                    };
                    /**
                     * Format: uuid
                     * @description A UUIDv7
                     */
                    pictureAssetId: string | null;
                } | null;
            } & {
                [key: string]: unknown;
            };
        };
        /** Transaction */
        Transaction: {
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            id: string;
            /** @enum {string} */
            kind: "coin_pack" | "subscription";
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            userId: string;
            /** @description The rail that it was paid by */
            platform: string;
            /** @description The sku of the package, or the product that was subscribed to */
            productId: string;
            /** @description As the rail calls it; null until it says so */
            transactionId: string | null;
            coinsGranted: number;
            bonusCoins: number;
            amountCents: number;
            currency: string;
            region: string | null;
            /** @enum {string} */
            status: "pending" | "completed" | "refunded";
            refundReason: string | null;
            /** Format: date-time */
            createdAt: string;
            amountUsdCents: number;
            /** @description What it should have cost, where something else was paid */
            expectedUsdCents: number | null;
            /** @description Why it did not go through, while it has not */
            failureReason: string | null;
            refundedCents: number;
            /** @description The part of the refunds for which there were no coins to take back */
            underpaidCents: number;
            /** Format: date-time */
            completedAt: string | null;
            /** @description The movement of coins that it brought */
            eventId: string | null;
        };
        /** Unlock */
        Unlock: {
            balanceTotal: number;
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            unlockId: string;
        };
        /** UnlockEntry */
        UnlockEntry: {
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            id: string;
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            episodeId: string;
            episodeNumber: number;
            title: string;
            titleI18n: {
                en?: string;
                ar?: string;
                id?: string;
            };
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            seriesId: string;
            seriesTitle: string;
            seriesTitleI18n: {
                en?: string;
                ar?: string;
                id?: string;
            };
            /** @description Of the episode, else of its series */
            pictureUrl: string | null;
            coins: number;
            /** @enum {string} */
            priceSource: "episode" | "free_episode" | "series" | "market" | "default";
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            eventId: string | null;
            /** Format: date-time */
            createdAt: string;
        };
        /** UnlockQuote */
        UnlockQuote: {
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            episodeId: string;
            coinsRequired: number;
            /** @enum {string} */
            priceSource: "episode" | "free_episode" | "series" | "market" | "default";
            balanceTotal: number;
            /** @description Whether the balance covers the price */
            sufficient: boolean;
            /** @description Whether nothing would be taken, since it is open to the viewer */
            alreadyUnlocked: boolean;
            /** @description Whether it can be watched today without unlocking it */
            freeToday: boolean;
            /** @description Whether a subscription opens it while that runs */
            subscribed: boolean;
        };
        /** UserDetail */
        UserDetail: {
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            id: string;
            email: string | null;
            phoneE164: string | null;
            displayName: string | null;
            countryCode: string | null;
            language: string | null;
            isGuest: boolean;
            /** @enum {string} */
            status: "active" | "suspended" | "banned" | "deleted";
            balanceTotal: number;
            totalSpendCents: number;
            /** Format: date-time */
            lastSeenAt: string | null;
            /** Format: date-time */
            createdAt: string;
            avatarUrl: string | null;
            authProvider: string;
            /** Format: date-time */
            suspendedUntil: string | null;
            suspendReason: string | null;
            banReason: string | null;
            tokenVersion: number;
            balancePaid: number;
            balanceBonus: number;
            unlocksCount: number;
            streak: components["schemas"]["Streak"];
            pushPrefs: components["schemas"]["PushPrefs"];
            commentingSuspended: boolean;
            devices: components["schemas"]["Device"][];
            subscriptions: components["schemas"]["Subscription"][];
            strikes: components["schemas"]["Strike"][];
            revision: number;
            /** @description What this caller may do with it now */
            allowed: string[];
        };
        /** UserListItem */
        UserListItem: {
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            id: string;
            email: string | null;
            phoneE164: string | null;
            displayName: string | null;
            countryCode: string | null;
            language: string | null;
            isGuest: boolean;
            /** @enum {string} */
            status: "active" | "suspended" | "banned" | "deleted";
            balanceTotal: number;
            totalSpendCents: number;
            /** Format: date-time */
            lastSeenAt: string | null;
            /** Format: date-time */
            createdAt: string;
            /** @description Of a guest: the device that they were last seen on */
            device: {
                platform: string | null;
                model: string | null;
            } | null;
        };
        /** UserNote */
        UserNote: {
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            id: string;
            body: string;
            admin_email: string;
            /** @description What the admin who wrote it is called now */
            admin_name: string;
            /** Format: date-time */
            created_at: string;
        };
        /** UserRedemption */
        UserRedemption: {
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            id: string;
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            promoId: string;
            code: string;
            /** @enum {string} */
            type: "coin_grant" | "bonus_multiplier" | "trial_ext";
            coinsGranted: number;
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            eventId: string | null;
            /**
             * Format: date-time
             * @description Null while a multiplier waits for a purchase
             */
            usedAt: string | null;
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            transactionId: string | null;
            /** Format: date-time */
            trialEnd: string | null;
            /** Format: date-time */
            createdAt: string;
        };
        /** Wallet */
        Wallet: {
            balanceTotal: number;
            balancePaid: number;
            balanceBonus: number;
            /** @description The newest 20 */
            recentEntries: components["schemas"]["LedgerEntry"][];
        };
        /** Watch */
        Watch: {
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            id: string;
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            episodeId: string;
            /** Format: date-time */
            startedAt: string;
            /** Format: date-time */
            endedAt: string | null;
            secondsWatched: number;
            completed: boolean;
        };
        /** WatchEntry */
        WatchEntry: {
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            seriesId: string;
            seriesTitle: string;
            episodeNumber: number;
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            episodeId: string;
            /** Format: date-time */
            startedAt: string;
            /** Format: date-time */
            endedAt: string | null;
            secondsWatched: number;
            completed: boolean;
        };
        /** WebhookEvent */
        WebhookEvent: {
            /**
             * Format: uuid
             * @description A UUIDv7
             */
            id: string;
            /** @description Who sent it: media, payments:ios_store, … */
            source: string;
            /** @description The webhook-id */
            eventId: string;
            /** @enum {string} */
            outcome: "received" | "applied" | "ignored" | "unmatched" | "malformed" | "failed";
            /** @description What became of it, in words */
            detail: string | null;
            attempts: number;
            /** Format: date-time */
            nextAttemptAt: string | null;
            /**
             * @description Why the last attempt that failed did
             * @enum {string|null}
             */
            lastError: "busy" | "conflicting" | "refused" | "unreadable" | "unknown_source" | "interrupted" | "unexpected" | null;
            payload: {
                [key: string]: unknown;
            } | null;
            /** @description What it is about, as far as the caller may see it */
            subject: {
                type: string;
                id: string;
                label: string;
            } | null;
            replays: number;
            /** Format: date-time */
            occurredAt: string | null;
            /** Format: date-time */
            receivedAt: string;
            /** Format: date-time */
            replayedAt: string | null;
            /** @description What this caller may do with it now */
            allowed: string[];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    postMediaUploadsId: {
        parameters: {
            query?: never;
            header: {
                /** @description The version of the protocol: 1.0.0 */
                "Tus-Resumable": string;
                /** @description How long the file is in all; as it was announced */
                "Upload-Length"?: string;
                /** @description The method that is meant, such as PATCH, where only POST gets through */
                "X-HTTP-Method-Override"?: string;
            };
            path: {
                /** @example 01930000-0000-7000-8000-000000000061 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/offset+octet-stream": string;
            };
        };
        responses: {
            /** @description Done */
            201: {
                headers: {
                    /** @description The version of the protocol: 1.0.0 */
                    "Tus-Resumable"?: string;
                    /** @description How many bytes are there, for good */
                    "Upload-Offset"?: string;
                    /** @description Until when the upload can be gone on with */
                    "Upload-Expires"?: string;
                    /** @description The same address */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `upload_offset_mismatch` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_upload_offset_mismatch_409"];
                };
            };
            /** @description `upload_expired` */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_upload_expired_410"];
                };
            };
            /** @description `tus_version_unsupported` */
            412: {
                headers: {
                    /** @description The versions that are spoken */
                    "Tus-Version"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_tus_version_unsupported_412"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `upload_busy` */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_upload_busy_423"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable`, `storage_full` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"] | components["schemas"]["Error_storage_full_503"];
                };
            };
        };
    };
    optionsMediaUploadsId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01930000-0000-7000-8000-000000000061 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    /** @description The versions that are spoken */
                    "Tus-Version"?: string;
                    /** @description What is understood beside the protocol itself */
                    "Tus-Extension"?: string;
                    /** @description The largest file, in bytes */
                    "Tus-Max-Size"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
        };
    };
    headMediaUploadsId: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version of the protocol: 1.0.0 */
                "Tus-Resumable"?: string;
            };
            path: {
                /** @example 01930000-0000-7000-8000-000000000061 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The version of the protocol: 1.0.0 */
                    "Tus-Resumable"?: string;
                    /** @description How many bytes are there, for good */
                    "Upload-Offset"?: string;
                    /** @description Until when the upload can be gone on with */
                    "Upload-Expires"?: string;
                    /** @description How long the file is in all */
                    "Upload-Length"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `upload_expired` */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_upload_expired_410"];
                };
            };
            /** @description `tus_version_unsupported` */
            412: {
                headers: {
                    /** @description The versions that are spoken */
                    "Tus-Version"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_tus_version_unsupported_412"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
        };
    };
    patchMediaUploadsId: {
        parameters: {
            query?: never;
            header: {
                /** @description The version of the protocol: 1.0.0 */
                "Tus-Resumable": string;
                /** @description Where the bytes go; as far as the file is */
                "Upload-Offset": string;
            };
            path: {
                /** @example 01930000-0000-7000-8000-000000000061 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/offset+octet-stream": string;
            };
        };
        responses: {
            /** @description Done */
            204: {
                headers: {
                    /** @description The version of the protocol: 1.0.0 */
                    "Tus-Resumable"?: string;
                    /** @description How many bytes are there, for good */
                    "Upload-Offset"?: string;
                    /** @description Until when the upload can be gone on with */
                    "Upload-Expires"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `upload_offset_mismatch` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_upload_offset_mismatch_409"];
                };
            };
            /** @description `upload_expired` */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_upload_expired_410"];
                };
            };
            /** @description `tus_version_unsupported` */
            412: {
                headers: {
                    /** @description The versions that are spoken */
                    "Tus-Version"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_tus_version_unsupported_412"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `upload_busy` */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_upload_busy_423"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable`, `storage_full` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"] | components["schemas"]["Error_storage_full_503"];
                };
            };
        };
    };
    getAdminAdmins: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                q?: string;
                /** @example support */
                role?: string;
                /** @example true */
                is_active?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Admin"][];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description `invalid_cursor`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_cursor_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    postAdminAdmins: {
        parameters: {
            query?: {
                /** @description Say what would happen, and do nothing */
                dryRun?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "mina@example.com",
                 *       "name": "Mina Okafor",
                 *       "role": "support",
                 *       "temporary_password": "seven gulls over the pier"
                 *     }
                 */
                "application/json": {
                    /** Format: email */
                    email: string;
                    /** Format: name */
                    name: string;
                    /** @description Name or id of a role */
                    role: string;
                    /** @description 12 to 128 characters, and not a common one */
                    temporary_password: string;
                };
            };
        };
        responses: {
            /** @description The dry run */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRun"];
                };
            };
            /** @description The answer */
            201: {
                headers: {
                    /** @description The edition of the answer */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Admin"];
                };
            };
            /** @description `weak_password`, `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_weak_password_400"] | components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required`, `csrf_rejected` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"] | components["schemas"]["Error_csrf_rejected_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `email_taken` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_email_taken_409"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    getAdminAdminsMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    /** @description The edition of the answer */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Admin"];
                };
            };
            /** @description `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    getAdminAdminsId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01930000-0000-7000-8000-0000000000d1 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    /** @description The edition of the answer */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Admin"];
                };
            };
            /** @description `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    putAdminAdminsId: {
        parameters: {
            query?: {
                /** @description Say what would happen, and do nothing */
                dryRun?: boolean;
            };
            header?: {
                /** @description The ETag that the edit was made on; else 412 */
                "If-Match"?: string;
            };
            path: {
                /** @example 01930000-0000-7000-8000-0000000000d1 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "name": "Jonas Weber",
                 *       "is_active": false
                 *     }
                 */
                "application/json": {
                    /** Format: name */
                    name?: string;
                    role?: string;
                    is_active?: boolean;
                };
            };
        };
        responses: {
            /** @description The answer, or the dry run */
            200: {
                headers: {
                    /** @description The edition of the answer */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Admin"] | components["schemas"]["DryRun"];
                };
            };
            /** @description `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required`, `csrf_rejected` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"] | components["schemas"]["Error_csrf_rejected_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `last_superadmin` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_last_superadmin_409"];
                };
            };
            /** @description `stale_write` */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_stale_write_412"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    deleteAdminAdminsId: {
        parameters: {
            query?: {
                /** @description Say what would happen, and do nothing */
                dryRun?: boolean;
            };
            header?: never;
            path: {
                /** @example 01930000-0000-7000-8000-0000000000d1 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The dry run */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRun"];
                };
            };
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required`, `csrf_rejected` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"] | components["schemas"]["Error_csrf_rejected_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `last_superadmin` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_last_superadmin_409"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    postAdminAdminsIdClearSecondFactor: {
        parameters: {
            query?: {
                /** @description Say what would happen, and do nothing */
                dryRun?: boolean;
            };
            header?: {
                /** @description 1 to 255 characters; the same key is done once within 24 hours */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example 01930000-0000-7000-8000-0000000000d1 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "The phone was lost, and the recovery codes with it"
                 *     }
                 */
                "application/json": {
                    reason: string;
                };
            };
        };
        responses: {
            /** @description The answer, or the dry run */
            200: {
                headers: {
                    /** @description `true` where the key was seen before, and this is its first answer */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalPending"] | components["schemas"]["DryRun"];
                };
            };
            /** @description `invalid_transition`, `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_transition_400"] | components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required`, `csrf_rejected` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"] | components["schemas"]["Error_csrf_rejected_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `idempotency_key_reused`, `idempotency_in_progress` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_idempotency_key_reused_409"] | components["schemas"]["Error_idempotency_in_progress_409"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    postAdminAdminsIdForceLogout: {
        parameters: {
            query?: {
                /** @description Say what would happen, and do nothing */
                dryRun?: boolean;
            };
            header?: never;
            path: {
                /** @example 01930000-0000-7000-8000-0000000000d1 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or the dry run */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: uuid
                         * @description A UUIDv7
                         */
                        id: string;
                        token_version: number;
                    } | components["schemas"]["DryRun"];
                };
            };
            /** @description `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required`, `csrf_rejected` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"] | components["schemas"]["Error_csrf_rejected_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    postAdminAdminsIdResetPassword: {
        parameters: {
            query?: {
                /** @description Say what would happen, and do nothing */
                dryRun?: boolean;
            };
            header?: never;
            path: {
                /** @example 01930000-0000-7000-8000-0000000000d1 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "temporary_password": "seven gulls over the pier"
                 *     }
                 */
                "application/json": {
                    /** @description 12 to 128 characters, and not a common one */
                    temporary_password: string;
                };
            };
        };
        responses: {
            /** @description The answer, or the dry run */
            200: {
                headers: {
                    /** @description The edition of the answer */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Admin"] | components["schemas"]["DryRun"];
                };
            };
            /** @description `weak_password`, `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_weak_password_400"] | components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required`, `csrf_rejected` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"] | components["schemas"]["Error_csrf_rejected_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    getAdminApprovals: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                /**
                 * @example [
                 *       "pending"
                 *     ]
                 */
                status?: ("pending" | "approved" | "rejected" | "cancelled" | "expired")[];
                kind?: "role_delete" | "second_factor_clear" | "wallet_grant" | "user_anonymize" | "series_delete" | "episode_delete" | "refund";
                targetType?: "role" | "admin" | "user" | "series" | "episode";
                targetId?: string;
                deciderBoundToRequester?: boolean;
                mine?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Approval"][];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description `invalid_cursor`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_cursor_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    getAdminApprovalsDeciders: {
        parameters: {
            query: {
                /** @example role_delete */
                kind: "role_delete" | "second_factor_clear" | "wallet_grant" | "user_anonymize" | "series_delete" | "episode_delete";
                targetId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deciders"];
                };
            };
            /** @description `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `insufficient_permissions`, `admin_disabled`, `password_reset_required`, `step_up_required` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    getAdminApprovalsId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01930000-0000-7000-8000-0000000000b1 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalDetail"];
                };
            };
            /** @description `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    postAdminApprovalsIdApprove: {
        parameters: {
            query?: {
                /** @description Say what would happen, and do nothing */
                dryRun?: boolean;
            };
            header?: {
                /** @description 1 to 255 characters; the same key is done once within 24 hours */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example 01930000-0000-7000-8000-0000000000b1 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "note": "Checked with the team"
                 *     }
                 */
                "application/json": {
                    note?: string;
                };
            };
        };
        responses: {
            /** @description The answer, or the dry run */
            200: {
                headers: {
                    /** @description `true` where the key was seen before, and this is its first answer */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Approval"] | components["schemas"]["DryRun"];
                };
            };
            /** @description `invalid_transition`, `user_banned`, `user_deleted`, `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_transition_400"] | components["schemas"]["Error_user_banned_400"] | components["schemas"]["Error_user_deleted_400"] | components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `self_approval_forbidden`, `insufficient_permissions`, `approver_too_new`, `admin_disabled`, `password_reset_required`, `step_up_required`, `csrf_rejected` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_self_approval_forbidden_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_approver_too_new_403"] | components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"] | components["schemas"]["Error_csrf_rejected_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `approval_not_pending`, `requester_not_eligible`, `system_role_protected`, `role_in_use`, `idempotency_key_reused`, `idempotency_in_progress` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_approval_not_pending_409"] | components["schemas"]["Error_requester_not_eligible_409"] | components["schemas"]["Error_system_role_protected_409"] | components["schemas"]["Error_role_in_use_409"] | components["schemas"]["Error_idempotency_key_reused_409"] | components["schemas"]["Error_idempotency_in_progress_409"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    postAdminApprovalsIdCancel: {
        parameters: {
            query?: {
                /** @description Say what would happen, and do nothing */
                dryRun?: boolean;
            };
            header?: never;
            path: {
                /** @example 01930000-0000-7000-8000-0000000000b1 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The dry run */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRun"];
                };
            };
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `not_requester`, `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required`, `csrf_rejected` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_requester_403"] | components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"] | components["schemas"]["Error_csrf_rejected_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `approval_not_pending` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_approval_not_pending_409"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    postAdminApprovalsIdReject: {
        parameters: {
            query?: {
                /** @description Say what would happen, and do nothing */
                dryRun?: boolean;
            };
            header?: never;
            path: {
                /** @example 01930000-0000-7000-8000-0000000000b1 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "Still in use by the night desk"
                 *     }
                 */
                "application/json": {
                    reason: string;
                };
            };
        };
        responses: {
            /** @description The answer, or the dry run */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Approval"] | components["schemas"]["DryRun"];
                };
            };
            /** @description `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `self_approval_forbidden`, `insufficient_permissions`, `admin_disabled`, `password_reset_required`, `step_up_required`, `csrf_rejected` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_self_approval_forbidden_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"] | components["schemas"]["Error_csrf_rejected_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `approval_not_pending` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_approval_not_pending_409"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    getAdminAuditLog: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                /** @example admin.create */
                action?: string;
                adminId?: string;
                targetType?: string;
                targetId?: string;
                dateFrom?: string;
                dateTo?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["AuditEntry"][];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description `invalid_cursor`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_cursor_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    getAdminAuditLogId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01930000-0000-7000-8000-0000000000a1 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditEntry"];
                };
            };
            /** @description `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    postAdminAuthChangePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "currentPassword": "a quiet harbour at dawn",
                 *       "newPassword": "the lamp burns until noon"
                 *     }
                 */
                "application/json": {
                    currentPassword: string;
                    /** @description 12 to 128 characters, and not a common one */
                    newPassword: string;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedIn"];
                };
            };
            /** @description `weak_password`, `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_weak_password_400"] | components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `invalid_credentials`, `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_credentials_401"] | components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required`, `csrf_rejected` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"] | components["schemas"]["Error_csrf_rejected_403"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    postAdminAuthLogin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "root@example.com",
                 *       "password": "a quiet harbour at dawn"
                 *     }
                 */
                "application/json": {
                    email: string;
                    password: string;
                    /** @example 482913 */
                    otp?: string;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedIn"];
                };
            };
            /** @description `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `invalid_credentials`, `otp_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_credentials_401"] | components["schemas"]["Error_otp_required_401"];
                };
            };
            /** @description `admin_disabled` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    postAdminAuthLogout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required`, `csrf_rejected` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"] | components["schemas"]["Error_csrf_rejected_403"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    getAdminAuthSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Session"][];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    deleteAdminAuthSessionsId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01930000-0000-7000-8000-0000000000e1 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required`, `csrf_rejected` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"] | components["schemas"]["Error_csrf_rejected_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    postAdminAuthStepUp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @example 482913 */
                    otp: string;
                };
            };
        };
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `invalid_transition`, `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_transition_400"] | components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `invalid_credentials`, `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_credentials_401"] | components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required`, `csrf_rejected` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"] | components["schemas"]["Error_csrf_rejected_403"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    postAdminAuthTotpConfirm: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @example 482913 */
                    otp: string;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        recoveryCodes: string[];
                    };
                };
            };
            /** @description `invalid_transition`, `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_transition_400"] | components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `invalid_credentials`, `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_credentials_401"] | components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required`, `csrf_rejected` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"] | components["schemas"]["Error_csrf_rejected_403"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    postAdminAuthTotpDisable: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @example 482913 */
                    otp: string;
                };
            };
        };
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `invalid_transition`, `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_transition_400"] | components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `invalid_credentials`, `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_credentials_401"] | components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required`, `csrf_rejected` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"] | components["schemas"]["Error_csrf_rejected_403"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    postAdminAuthTotpEnroll: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "password": "a quiet harbour at dawn"
                 *     }
                 */
                "application/json": {
                    password: string;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        secret: string;
                        otpauthUrl: string;
                    };
                };
            };
            /** @description `invalid_transition`, `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_transition_400"] | components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `invalid_credentials`, `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_credentials_401"] | components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required`, `csrf_rejected` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"] | components["schemas"]["Error_csrf_rejected_403"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    postAdminClientErrors: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "TypeError",
                 *       "message": "x is undefined",
                 *       "path": "/users"
                 *     }
                 */
                "application/json": {
                    name: string;
                    message: string;
                    stack?: string;
                    /** @description The page it happened on, without its search */
                    path?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required`, `csrf_rejected` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"] | components["schemas"]["Error_csrf_rejected_403"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    getAdminCoinPackages: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                q?: string;
                status?: "active" | "paused";
                /** @example ios_store */
                rail?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["CoinPackage"][];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description `invalid_cursor`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_cursor_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    postAdminCoinPackages: {
        parameters: {
            query?: {
                /** @description Say what would happen, and do nothing */
                dryRun?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "sku": "coins_1200",
                 *       "coins": 1200,
                 *       "bonusCoins": 150,
                 *       "priceCents": 1199,
                 *       "currency": "USD",
                 *       "rails": [
                 *         "ios_store",
                 *         "android_store",
                 *         "localwallet_*"
                 *       ],
                 *       "status": "active"
                 *     }
                 */
                "application/json": {
                    sku: string;
                    coins: number;
                    /** @description US cents */
                    priceCents: number;
                    /**
                     * Format: currency
                     * @description ISO 4217
                     */
                    currency: string;
                    rails: string[];
                    bonusCoins?: number;
                    /** @enum {string} */
                    status?: "active" | "paused";
                    /** @description Why; kept in the audit log */
                    note?: string;
                };
            };
        };
        responses: {
            /** @description The dry run */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRun"];
                };
            };
            /** @description The answer */
            201: {
                headers: {
                    /** @description The edition of the answer */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CoinPackage"];
                };
            };
            /** @description `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required`, `csrf_rejected` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"] | components["schemas"]["Error_csrf_rejected_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `sku_taken` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_sku_taken_409"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    getAdminCoinPackagesId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example example_500 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    /** @description The edition of the answer */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CoinPackage"];
                };
            };
            /** @description `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    putAdminCoinPackagesId: {
        parameters: {
            query?: {
                /** @description Say what would happen, and do nothing */
                dryRun?: boolean;
            };
            header?: {
                /** @description The ETag that the edit was made on; else 412 */
                "If-Match"?: string;
            };
            path: {
                /** @example 01930000-0000-7000-8000-000000000081 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "priceCents": 549,
                 *       "note": "Matches the new price of the stores"
                 *     }
                 */
                "application/json": {
                    sku?: string;
                    coins?: number;
                    bonusCoins?: number;
                    /** @description US cents */
                    priceCents?: number;
                    /**
                     * Format: currency
                     * @description ISO 4217
                     */
                    currency?: string;
                    rails?: string[];
                    /** @enum {string} */
                    status?: "active" | "paused";
                    /** @description Why; kept in the audit log */
                    note?: string;
                };
            };
        };
        responses: {
            /** @description The answer, or the dry run */
            200: {
                headers: {
                    /** @description The edition of the answer */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CoinPackage"] | components["schemas"]["DryRun"];
                };
            };
            /** @description `field_locked`, `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_field_locked_400"] | components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required`, `csrf_rejected` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"] | components["schemas"]["Error_csrf_rejected_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `stale_write` */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_stale_write_412"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    deleteAdminCoinPackagesId: {
        parameters: {
            query?: {
                /** @description Say what would happen, and do nothing */
                dryRun?: boolean;
            };
            header?: {
                /** @description The ETag that the edit was made on; else 412 */
                "If-Match"?: string;
            };
            path: {
                /** @example 01930000-0000-7000-8000-000000000081 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The dry run */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRun"];
                };
            };
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required`, `csrf_rejected` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"] | components["schemas"]["Error_csrf_rejected_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `package_in_use` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_package_in_use_409"];
                };
            };
            /** @description `stale_write` */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_stale_write_412"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    getAdminCollections: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                /** @example manual */
                type?: "manual" | "rule";
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Collection"][];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description `invalid_cursor`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_cursor_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    postAdminCollections: {
        parameters: {
            query?: {
                /** @description Say what would happen, and do nothing */
                dryRun?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "slug": "revenge-this-week",
                 *       "titleI18n": {
                 *         "en": "Revenge, this week",
                 *         "ar": "انتقام هذا الأسبوع",
                 *         "id": "Balas dendam pekan ini"
                 *       },
                 *       "explanation": "The revenge dramas that most viewers began this week",
                 *       "type": "rule",
                 *       "rule": {
                 *         "genre": "revenge",
                 *         "sort": "top_this_week",
                 *         "limit": 20
                 *       }
                 *     }
                 */
                "application/json": {
                    slug: string;
                    titleI18n: {
                        /** Format: name */
                        en: string;
                        /** Format: name */
                        ar?: string | null;
                        /** Format: name */
                        id?: string | null;
                    };
                    /** @description Words that tell a viewer why they see it */
                    explanation: string;
                    /** @enum {string} */
                    type: "manual" | "rule";
                    rule?: {
                        /** @enum {string} */
                        sort: "top_this_week" | "newest" | "most_unlocks" | "most_saves" | "trending" | "editor_score";
                        genre?: string | null;
                        trope?: string | null;
                        /**
                         * Format: country
                         * @description ISO 3166-1 alpha-2; lower case is folded
                         */
                        market?: string | null;
                        /** @default 20 */
                        limit?: number;
                        /** @description 7 for `newest`, else 30, where it is left out */
                        window_days?: number;
                    } | null;
                    /** @description Why, for the audit log */
                    note?: string;
                };
            };
        };
        responses: {
            /** @description The dry run */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRun"];
                };
            };
            /** @description The answer */
            201: {
                headers: {
                    /** @description The edition of the answer */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Collection"];
                };
            };
            /** @description `invalid_explanation`, `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_explanation_400"] | components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required`, `csrf_rejected` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"] | components["schemas"]["Error_csrf_rejected_403"];
                };
            };
            /** @description `slug_taken` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_slug_taken_409"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    getAdminCollectionsId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01930000-0000-7000-8000-0000000000c2 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    /** @description The edition of the answer */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Collection"];
                };
            };
            /** @description `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    putAdminCollectionsId: {
        parameters: {
            query?: {
                /** @description Say what would happen, and do nothing */
                dryRun?: boolean;
            };
            header?: {
                /** @description The ETag that the edit was made on; else 412 */
                "If-Match"?: string;
            };
            path: {
                /** @example 01930000-0000-7000-8000-0000000000c2 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "explanation": "What our editors watched twice"
                 *     }
                 */
                "application/json": {
                    slug?: string;
                    /** @description Languages that are left out stay; `null` removes one */
                    titleI18n?: {
                        /** Format: name */
                        en?: string | null;
                        /** Format: name */
                        ar?: string | null;
                        /** Format: name */
                        id?: string | null;
                    };
                    /** @description Words that tell a viewer why they see it */
                    explanation?: string;
                    /** @enum {string} */
                    type?: "manual" | "rule";
                    rule?: {
                        /** @enum {string} */
                        sort?: "top_this_week" | "newest" | "most_unlocks" | "most_saves" | "trending" | "editor_score";
                        genre?: string | null;
                        trope?: string | null;
                        /**
                         * Format: country
                         * @description ISO 3166-1 alpha-2; lower case is folded
                         */
                        market?: string | null;
                        /** @default 20 */
                        limit?: number;
                        /** @description 7 for `newest`, else 30, where it is left out */
                        window_days?: number;
                    } | null;
                    /** @description Why, for the audit log */
                    note?: string;
                };
            };
        };
        responses: {
            /** @description The answer, or the dry run */
            200: {
                headers: {
                    /** @description The edition of the answer */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Collection"] | components["schemas"]["DryRun"];
                };
            };
            /** @description `field_locked`, `invalid_explanation`, `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_field_locked_400"] | components["schemas"]["Error_invalid_explanation_400"] | components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required`, `csrf_rejected` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"] | components["schemas"]["Error_csrf_rejected_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `stale_write` */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_stale_write_412"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    deleteAdminCollectionsId: {
        parameters: {
            query?: {
                /** @description Say what would happen, and do nothing */
                dryRun?: boolean;
            };
            header?: {
                /** @description The ETag that the edit was made on; else 412 */
                "If-Match"?: string;
            };
            path: {
                /** @example 01930000-0000-7000-8000-0000000000c3 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The dry run */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRun"];
                };
            };
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required`, `csrf_rejected` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"] | components["schemas"]["Error_csrf_rejected_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `collection_in_use` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_collection_in_use_409"];
                };
            };
            /** @description `stale_write` */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_stale_write_412"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    putAdminCollectionsIdItems: {
        parameters: {
            query?: {
                /** @description Say what would happen, and do nothing */
                dryRun?: boolean;
            };
            header?: {
                /** @description The ETag that the edit was made on; else 412 */
                "If-Match"?: string;
            };
            path: {
                /** @example 01930000-0000-7000-8000-0000000000c2 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "items": [
                 *         {
                 *           "seriesId": "01930000-0000-7000-8000-000000000043",
                 *           "sort": 0
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    items: {
                        /** @description An id */
                        seriesId: string;
                        sort: number;
                    }[];
                };
            };
        };
        responses: {
            /** @description The answer, or the dry run */
            200: {
                headers: {
                    /** @description The edition of the answer */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Collection"] | components["schemas"]["DryRun"];
                };
            };
            /** @description `not_manual_collection`, `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_manual_collection_400"] | components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required`, `csrf_rejected` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"] | components["schemas"]["Error_csrf_rejected_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `stale_write` */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_stale_write_412"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    getAdminCollectionsIdPreview: {
        parameters: {
            query?: {
                /** @example ID */
                market?: string;
                /** @example id */
                lang?: string;
                at?: string;
            };
            header?: never;
            path: {
                /** @example 01930000-0000-7000-8000-0000000000c2 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CollectionPreview"];
                };
            };
            /** @description `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    getAdminCron: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["CronJob"][];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    putAdminCronJob: {
        parameters: {
            query?: {
                /** @description Say what would happen, and do nothing */
                dryRun?: boolean;
            };
            header?: {
                /** @description The ETag that the edit was made on; else 412 */
                "If-Match"?: string;
            };
            path: {
                /** @example housekeeping */
                job: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "enabled": false
                 *     }
                 */
                "application/json": {
                    enabled: boolean;
                };
            };
        };
        responses: {
            /** @description The answer, or the dry run */
            200: {
                headers: {
                    /** @description The edition of the answer */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CronJob"] | components["schemas"]["DryRun"];
                };
            };
            /** @description `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required`, `csrf_rejected` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"] | components["schemas"]["Error_csrf_rejected_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `stale_write` */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_stale_write_412"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    postAdminCronJobRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example housekeeping */
                job: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobRun"];
                };
            };
            /** @description `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required`, `csrf_rejected` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"] | components["schemas"]["Error_csrf_rejected_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    getAdminEpisodesId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01930000-0000-7000-8000-000000000051 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    /** @description The edition of the answer */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Episode"];
                };
            };
            /** @description `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    putAdminEpisodesId: {
        parameters: {
            query?: {
                /** @description Say what would happen, and do nothing */
                dryRun?: boolean;
            };
            header?: {
                /** @description The ETag that the edit was made on; else 412 */
                "If-Match"?: string;
            };
            path: {
                /** @example 01930000-0000-7000-8000-000000000051 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "cliffhanger_score": 90
                 *     }
                 */
                "application/json": {
                    episodeNumber?: number;
                    /** Format: name */
                    title?: string;
                    synopsis?: string;
                    /** @description Languages that are left out stay as they are; `null` removes one */
                    titleI18n?: {
                        /** Format: name */
                        en?: string | null;
                        /** Format: name */
                        ar?: string | null;
                        /** Format: name */
                        id?: string | null;
                    };
                    /** @description Languages that are left out stay as they are; `null` removes one */
                    synopsisI18n?: {
                        en?: string | null;
                        ar?: string | null;
                        id?: string | null;
                    };
                    cliffhanger_score?: number;
                    /** @description An id */
                    mediaAssetId?: string | null;
                    /** @description An id */
                    thumb_asset_id?: string | null;
                    /** @description Why; needed where viewers see the edit at once */
                    note?: string;
                };
            };
        };
        responses: {
            /** @description The answer, or the dry run */
            200: {
                headers: {
                    /** @description The edition of the answer */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Episode"] | components["schemas"]["DryRun"];
                };
            };
            /** @description `field_locked`, `audit_note_required`, `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_field_locked_400"] | components["schemas"]["Error_audit_note_required_400"] | components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required`, `csrf_rejected` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"] | components["schemas"]["Error_csrf_rejected_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `episode_number_taken` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_episode_number_taken_409"];
                };
            };
            /** @description `stale_write` */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_stale_write_412"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    deleteAdminEpisodesId: {
        parameters: {
            query?: {
                /** @description Say what would happen, and do nothing */
                dryRun?: boolean;
            };
            header?: {
                /** @description 1 to 255 characters; the same key is done once within 24 hours */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example 01930000-0000-7000-8000-000000000051 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or the dry run */
            200: {
                headers: {
                    /** @description `true` where the key was seen before, and this is its first answer */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalPending"] | components["schemas"]["DryRun"];
                };
            };
            /** @description `invalid_transition`, `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_transition_400"] | components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required`, `csrf_rejected` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"] | components["schemas"]["Error_csrf_rejected_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `idempotency_key_reused`, `idempotency_in_progress` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_idempotency_key_reused_409"] | components["schemas"]["Error_idempotency_in_progress_409"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    putAdminEpisodesIdMedia: {
        parameters: {
            query?: {
                /** @description Say what would happen, and do nothing */
                dryRun?: boolean;
            };
            header?: {
                /** @description The ETag that the edit was made on; else 412 */
                "If-Match"?: string;
            };
            path: {
                /** @example 01930000-0000-7000-8000-000000000051 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "thumbAssetId": "01930000-0000-7000-8000-000000000062"
                 *     }
                 */
                "application/json": {
                    /** @description An id */
                    mediaAssetId?: string | null;
                    /** @description An id */
                    thumbAssetId?: string | null;
                    /** @description Why, once the episode is in review, scheduled or published */
                    note?: string;
                };
            };
        };
        responses: {
            /** @description The answer, or the dry run */
            200: {
                headers: {
                    /** @description The edition of the answer */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EpisodeMediaLinked"] | components["schemas"]["DryRun"];
                };
            };
            /** @description `field_locked`, `audit_note_required`, `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_field_locked_400"] | components["schemas"]["Error_audit_note_required_400"] | components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required`, `csrf_rejected` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"] | components["schemas"]["Error_csrf_rejected_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `stale_write` */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_stale_write_412"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    postAdminEpisodesIdWorkflow: {
        parameters: {
            query?: {
                /** @description Say what would happen, and do nothing */
                dryRun?: boolean;
            };
            header?: {
                /** @description The ETag that the edit was made on; else 412 */
                "If-Match"?: string;
            };
            path: {
                /** @example 01930000-0000-7000-8000-000000000051 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "action": "submit"
                 *     }
                 */
                "application/json": {
                    /** @description submit, send_back, publish, unpublish, archive or restore */
                    action: string;
                    /** @description Why; kept in the audit log */
                    note?: string;
                };
            };
        };
        responses: {
            /** @description The answer, or the dry run */
            200: {
                headers: {
                    /** @description The edition of the answer */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MovedEpisode"] | components["schemas"]["DryRun"];
                };
            };
            /** @description `invalid_transition`, `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_transition_400"] | components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required`, `csrf_rejected` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"] | components["schemas"]["Error_csrf_rejected_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `stale_write` */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_stale_write_412"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    getAdminFeedPreview: {
        parameters: {
            query?: {
                /** @example for_you */
                surface?: "for_you" | "discover";
                /** @example ID */
                market?: string;
                /** @example id */
                lang?: string;
                /** @example 2030-01-15T12:00:00Z */
                at?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FeedPreview"];
                };
            };
            /** @description `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    getAdminFreeSeries: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                /** @example 2030-01-01 */
                dateFrom?: string;
                /** @example 2030-01-31 */
                dateTo?: string;
                market?: string;
                seriesId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["FreeSeriesEntry"][];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description `invalid_cursor`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_cursor_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    putAdminFreeSeries: {
        parameters: {
            query?: {
                /** @description Say what would happen, and do nothing */
                dryRun?: boolean;
            };
            header?: {
                /** @description `*` sets the day only where it has no entry of this very market yet; else 412 */
                "If-None-Match"?: string;
                /** @description The ETag that the edit was made on; else 412 */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "date": "2030-01-15",
                 *       "seriesId": "01930000-0000-7000-8000-000000000043",
                 *       "marketCode": "ID",
                 *       "notes": "Festival week"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: date
                     * @description A UTC day, YYYY-MM-DD
                     */
                    date: string;
                    /** @description An id */
                    seriesId: string;
                    /**
                     * Format: country
                     * @description ISO 3166-1 alpha-2; lower case is folded
                     */
                    marketCode?: string | null;
                    notes?: string | null;
                };
            };
        };
        responses: {
            /** @description The answer, or the dry run */
            200: {
                headers: {
                    /** @description The edition of the answer */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FreeSeriesEntry"] | components["schemas"]["DryRun"];
                };
            };
            /** @description `series_not_published`, `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_series_not_published_400"] | components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required`, `csrf_rejected` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"] | components["schemas"]["Error_csrf_rejected_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `stale_write` */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_stale_write_412"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    postAdminFreeSeriesGenerateAuto: {
        parameters: {
            query?: {
                /** @description Say what would happen, and do nothing */
                dryRun?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "days": 7,
                 *       "market": "ID"
                 *     }
                 */
                "application/json": {
                    days: number;
                    /**
                     * Format: country
                     * @description ISO 3166-1 alpha-2; lower case is folded
                     */
                    market?: string | null;
                };
            };
        };
        responses: {
            /** @description The answer, or the dry run */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GeneratedFreeSeries"] | components["schemas"]["DryRun"];
                };
            };
            /** @description `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required`, `csrf_rejected` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"] | components["schemas"]["Error_csrf_rejected_403"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    deleteAdminFreeSeriesDate: {
        parameters: {
            query?: {
                /** @example all */
                market?: string;
                /** @description Say what would happen, and do nothing */
                dryRun?: boolean;
            };
            header?: {
                /** @description The ETag that the edit was made on; else 412 */
                "If-Match"?: string;
            };
            path: {
                /** @example 2030-01-10 */
                date: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The dry run */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRun"];
                };
            };
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required`, `csrf_rejected` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"] | components["schemas"]["Error_csrf_rejected_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `stale_write` */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_stale_write_412"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    getAdminLedgerEventsEventId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01930000-0000-7000-8000-000000000031 */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LedgerEvent"];
                };
            };
            /** @description `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    getAdminMediaAssets: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                /** @example video */
                kind?: "video" | "caption" | "thumb" | "poster" | "hero";
                /** @example failed */
                status?: "uploading" | "processing" | "ready" | "failed";
                seriesId?: string;
                episodeId?: string;
                lang?: "en" | "ar" | "id";
                ids?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["MediaAsset"][];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description `invalid_cursor`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_cursor_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    getAdminMediaAssetsId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01930000-0000-7000-8000-000000000061 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MediaAsset"];
                };
            };
            /** @description `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    deleteAdminMediaAssetsId: {
        parameters: {
            query?: {
                /** @description Say what would happen, and do nothing */
                dryRun?: boolean;
            };
            header?: never;
            path: {
                /** @example 01930000-0000-7000-8000-000000000061 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "note": "Wrong translation"
                 *     }
                 */
                "application/json": {
                    /** @description Why; kept in the audit log */
                    note?: string;
                };
            };
        };
        responses: {
            /** @description The dry run */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRun"];
                };
            };
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `field_locked`, `audit_note_required`, `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_field_locked_400"] | components["schemas"]["Error_audit_note_required_400"] | components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required`, `csrf_rejected` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"] | components["schemas"]["Error_csrf_rejected_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `asset_in_use` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_asset_in_use_409"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    postAdminMediaAssetsIdRetry: {
        parameters: {
            query?: {
                /** @description Say what would happen, and do nothing */
                dryRun?: boolean;
            };
            header?: never;
            path: {
                /** @example 01930000-0000-7000-8000-000000000061 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or the dry run */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MediaAsset"] | components["schemas"]["DryRun"];
                };
            };
            /** @description `invalid_transition`, `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_transition_400"] | components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required`, `csrf_rejected` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"] | components["schemas"]["Error_csrf_rejected_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    postAdminMediaCaptions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "episodeId": "01930000-0000-7000-8000-000000000051",
                 *       "lang": "en",
                 *       "file": "en.srt"
                 *     }
                 */
                "multipart/form-data": {
                    /** @description An id */
                    episodeId: string;
                    /** @enum {string} */
                    lang: "en" | "ar" | "id";
                    /** @description Why; needed once the episode is published */
                    note?: string;
                    /**
                     * Format: binary
                     * @description At most 2097152 bytes
                     */
                    file: string;
                };
            };
        };
        responses: {
            /** @description The answer */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MediaAsset"];
                };
            };
            /** @description `field_locked`, `audit_note_required`, `invalid_caption`, `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_field_locked_400"] | components["schemas"]["Error_audit_note_required_400"] | components["schemas"]["Error_invalid_caption_400"] | components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required`, `csrf_rejected` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"] | components["schemas"]["Error_csrf_rejected_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `storage_full`, `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_storage_full_503"] | components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    postAdminMediaUploadsDirect: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "kind": "video",
                 *       "episodeId": "01930000-0000-7000-8000-000000000051",
                 *       "sizeBytes": 52428800,
                 *       "meta": {
                 *         "sourceFileName": "ferry-final.mp4"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    kind: "video";
                    /** @description An id */
                    seriesId?: string;
                    /** @description An id */
                    episodeId?: string;
                    sizeBytes: number;
                    meta: {
                        sourceFileName: string;
                    };
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectUpload"];
                };
            };
            /** @description `field_locked`, `upload_too_large`, `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_field_locked_400"] | components["schemas"]["Error_upload_too_large_400"] | components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required`, `csrf_rejected` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"] | components["schemas"]["Error_csrf_rejected_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable`, `storage_full` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"] | components["schemas"]["Error_storage_full_503"];
                };
            };
        };
    };
    postAdminMediaUploadsImage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "kind": "poster",
                 *       "file": "poster.png"
                 *     }
                 */
                "multipart/form-data": {
                    /** @enum {string} */
                    kind: "poster" | "hero" | "thumb";
                    /** @description An id */
                    seriesId?: string;
                    /** @description An id */
                    episodeId?: string;
                    /**
                     * Format: binary
                     * @description At most 10485760 bytes
                     */
                    file: string;
                };
            };
        };
        responses: {
            /** @description The answer */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MediaAsset"];
                };
            };
            /** @description `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required`, `csrf_rejected` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"] | components["schemas"]["Error_csrf_rejected_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable`, `storage_full` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"] | components["schemas"]["Error_storage_full_503"];
                };
            };
        };
    };
    postAdminMediaWebhookVideoStream: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the message; the same when it is sent again */
                "webhook-id": string;
                /** @description When it was sent, in seconds since 1970 */
                "webhook-timestamp": string;
                /** @description `v1,` and the signature in Base64; several are divided by blanks */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "providerId": "example-failed",
                 *       "status": "processing"
                 *     }
                 */
                "application/json": components["schemas"]["MediaEvent"];
            };
        };
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `invalid_signature` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_signature_401"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    getAdminOutbox: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                /** @example dead */
                status?: "waiting" | "delivered" | "dead";
                topic?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["OutboxMessage"][];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description `invalid_cursor`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_cursor_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    postAdminOutboxIdRetry: {
        parameters: {
            query?: {
                /** @description Say what would happen, and do nothing */
                dryRun?: boolean;
            };
            header?: never;
            path: {
                /** @example 01930000-0000-7000-8000-0000000000c1 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or the dry run */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OutboxMessage"] | components["schemas"]["DryRun"];
                };
            };
            /** @description `invalid_transition`, `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_transition_400"] | components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required`, `csrf_rejected` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"] | components["schemas"]["Error_csrf_rejected_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    getAdminPreviewReel: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    /** @description The edition of the answer */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PreviewReel"];
                };
            };
            /** @description `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    putAdminPreviewReel: {
        parameters: {
            query?: {
                /** @description Say what would happen, and do nothing */
                dryRun?: boolean;
            };
            header?: {
                /** @description The ETag that the edit was made on; else 412 */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "entries": [
                 *         {
                 *           "seriesId": "01930000-0000-7000-8000-000000000043",
                 *           "editorialHeroScore": 90
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    entries: {
                        /** @description An id */
                        seriesId: string;
                        editorialHeroScore: number;
                    }[];
                };
            };
        };
        responses: {
            /** @description The answer, or the dry run */
            200: {
                headers: {
                    /** @description The edition of the answer */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PreviewReel"] | components["schemas"]["DryRun"];
                };
            };
            /** @description `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required`, `csrf_rejected` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"] | components["schemas"]["Error_csrf_rejected_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `stale_write` */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_stale_write_412"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    getAdminPricingConfig: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    /** @description The edition of the answer */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PricingConfig"];
                };
            };
            /** @description `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    putAdminPricingConfig: {
        parameters: {
            query?: {
                /** @description Say what would happen, and do nothing */
                dryRun?: boolean;
            };
            header?: {
                /** @description The ETag that the edit was made on; else 412 */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "defaultCoinsPerEpisode": 12
                 *     }
                 */
                "application/json": {
                    defaultCoinsPerEpisode: number;
                    /** @description Why; kept in the audit log */
                    note?: string;
                };
            };
        };
        responses: {
            /** @description The answer, or the dry run */
            200: {
                headers: {
                    /** @description The edition of the answer */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PricingConfig"] | components["schemas"]["DryRun"];
                };
            };
            /** @description `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required`, `csrf_rejected` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"] | components["schemas"]["Error_csrf_rejected_403"];
                };
            };
            /** @description `stale_write` */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_stale_write_412"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    getAdminPricingExplain: {
        parameters: {
            query: {
                /** @example 01930000-0000-7000-8000-000000000055 */
                episodeId: string;
                /** @example ID */
                market?: string;
                at?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PriceExplanation"];
                };
            };
            /** @description `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    getAdminPricingHeatMap: {
        parameters: {
            query: {
                /** @example 01930000-0000-7000-8000-000000000043 */
                seriesId: string;
                /**
                 * @example [
                 *       "ID",
                 *       "EG"
                 *     ]
                 */
                market?: string[];
                at?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PriceHeatMap"];
                };
            };
            /** @description `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    getAdminPricingOverrides: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                /** @example market */
                scope?: "market" | "series" | "episode";
                scopeRef?: string;
                seriesId?: string;
                active?: boolean;
                standing?: "planned" | "running" | "ended" | "off";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["PricingOverride"][];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description `invalid_cursor`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_cursor_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    postAdminPricingOverrides: {
        parameters: {
            query?: {
                /** @description Say what would happen, and do nothing */
                dryRun?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "scope": "series",
                 *       "scopeRef": "01930000-0000-7000-8000-000000000043",
                 *       "coins": 8,
                 *       "activeFrom": "2030-01-01T00:00:00Z",
                 *       "activeTo": "2030-02-01T00:00:00Z"
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    scope: "market" | "series" | "episode";
                    /** @description A country for a market; the id of a series or an episode */
                    scopeRef: string;
                    coins: number;
                    /**
                     * Format: currency
                     * @description ISO 4217
                     */
                    currencyHint?: string | null;
                    /**
                     * Format: date-time
                     * @description ISO 8601 with an offset; null means now
                     */
                    activeFrom?: string | null;
                    /**
                     * Format: date-time
                     * @description The first moment after it; null for no end
                     */
                    activeTo?: string | null;
                    active?: boolean;
                    /** @description Why; kept in the audit log */
                    note?: string;
                };
            };
        };
        responses: {
            /** @description The dry run */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRun"];
                };
            };
            /** @description The answer */
            201: {
                headers: {
                    /** @description The edition of the answer */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PricingOverride"];
                };
            };
            /** @description `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required`, `csrf_rejected` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"] | components["schemas"]["Error_csrf_rejected_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    getAdminPricingOverridesId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01930000-0000-7000-8000-000000000071 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    /** @description The edition of the answer */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PricingOverride"];
                };
            };
            /** @description `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    putAdminPricingOverridesId: {
        parameters: {
            query?: {
                /** @description Say what would happen, and do nothing */
                dryRun?: boolean;
            };
            header?: {
                /** @description The ETag that the edit was made on; else 412 */
                "If-Match"?: string;
            };
            path: {
                /** @example 01930000-0000-7000-8000-000000000071 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "coins": 6,
                 *       "active": false
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    scope?: "market" | "series" | "episode";
                    /** @description A country for a market; the id of a series or an episode */
                    scopeRef?: string;
                    coins?: number;
                    /**
                     * Format: currency
                     * @description ISO 4217
                     */
                    currencyHint?: string | null;
                    /**
                     * Format: date-time
                     * @description ISO 8601 with an offset; null means now
                     */
                    activeFrom?: string | null;
                    /**
                     * Format: date-time
                     * @description The first moment after it; null for no end
                     */
                    activeTo?: string | null;
                    active?: boolean;
                    /** @description Why; kept in the audit log */
                    note?: string;
                };
            };
        };
        responses: {
            /** @description The answer, or the dry run */
            200: {
                headers: {
                    /** @description The edition of the answer */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PricingOverride"] | components["schemas"]["DryRun"];
                };
            };
            /** @description `field_locked`, `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_field_locked_400"] | components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required`, `csrf_rejected` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"] | components["schemas"]["Error_csrf_rejected_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `stale_write` */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_stale_write_412"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    deleteAdminPricingOverridesId: {
        parameters: {
            query?: {
                /** @description Say what would happen, and do nothing */
                dryRun?: boolean;
            };
            header?: never;
            path: {
                /** @example 01930000-0000-7000-8000-000000000071 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The dry run */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRun"];
                };
            };
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required`, `csrf_rejected` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"] | components["schemas"]["Error_csrf_rejected_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    getAdminPricingSeries: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                /** @example ballroom */
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["SeriesChoice"][];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description `invalid_cursor`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_cursor_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    getAdminPromos: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                /** @example running */
                status?: "upcoming" | "running" | "exhausted" | "ended";
                type?: "coin_grant" | "bonus_multiplier" | "trial_ext";
                segmentId?: string;
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Promo"][];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description `invalid_cursor`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_cursor_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    postAdminPromos: {
        parameters: {
            query?: {
                /** @description Say what would happen, and do nothing */
                dryRun?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "RAMADAN100",
                 *       "type": "coin_grant",
                 *       "config": {
                 *         "amount": 100,
                 *         "max_uses_per_user": 1,
                 *         "trigger": "manual_claim"
                 *       },
                 *       "budgetCoins": 50000,
                 *       "window": {
                 *         "start": "2030-01-01T00:00:00Z",
                 *         "end": "2030-02-01T00:00:00Z"
                 *       },
                 *       "segmentId": null
                 *     }
                 */
                "application/json": {
                    /** @description Kept in capitals */
                    code: string;
                    /** @enum {string} */
                    type: "coin_grant" | "bonus_multiplier" | "trial_ext";
                    config: {
                        /** @default 1 */
                        max_uses_per_user?: number;
                        /** @description coin_grant: coins for each use */
                        amount?: number;
                        /**
                         * @description coin_grant: how it is claimed
                         * @enum {string}
                         */
                        trigger?: "manual_claim";
                        /** @description bonus_multiplier: 1.5 adds half of the coins bought */
                        multiplier?: number;
                        /** @description trial_ext: days that are added */
                        days?: number;
                        /** @description bonus_multiplier: the most that one use gives */
                        max_bonus_coins?: number | null;
                    };
                    budgetCoins: number;
                    window: {
                        /**
                         * Format: date-time
                         * @description ISO 8601 with an offset
                         */
                        start: string;
                        /**
                         * Format: date-time
                         * @description ISO 8601 with an offset
                         */
                        end: string;
                    };
                    segmentId?: string | null;
                };
            };
        };
        responses: {
            /** @description The dry run */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRun"];
                };
            };
            /** @description The answer */
            201: {
                headers: {
                    /** @description The edition of the answer */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Promo"];
                };
            };
            /** @description `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required`, `csrf_rejected` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"] | components["schemas"]["Error_csrf_rejected_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `code_taken` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_code_taken_409"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    getAdminPromosId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example WELCOME50 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    /** @description The edition of the answer */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Promo"];
                };
            };
            /** @description `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    putAdminPromosId: {
        parameters: {
            query?: {
                /** @description Say what would happen, and do nothing */
                dryRun?: boolean;
            };
            header?: {
                /** @description The ETag that the edit was made on; else 412 */
                "If-Match"?: string;
            };
            path: {
                /** @example WELCOME50 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "budgetCoins": 20000
                 *     }
                 */
                "application/json": {
                    /** @description Kept in capitals */
                    code?: string;
                    /** @enum {string} */
                    type?: "coin_grant" | "bonus_multiplier" | "trial_ext";
                    config?: {
                        /** @default 1 */
                        max_uses_per_user?: number;
                        /** @description coin_grant: coins for each use */
                        amount?: number;
                        /**
                         * @description coin_grant: how it is claimed
                         * @enum {string}
                         */
                        trigger?: "manual_claim";
                        /** @description bonus_multiplier: 1.5 adds half of the coins bought */
                        multiplier?: number;
                        /** @description trial_ext: days that are added */
                        days?: number;
                        /** @description bonus_multiplier: the most that one use gives */
                        max_bonus_coins?: number | null;
                    };
                    budgetCoins?: number;
                    window?: {
                        /**
                         * Format: date-time
                         * @description ISO 8601 with an offset
                         */
                        start?: string;
                        /**
                         * Format: date-time
                         * @description ISO 8601 with an offset
                         */
                        end?: string;
                    };
                    segmentId?: string | null;
                };
            };
        };
        responses: {
            /** @description The answer, or the dry run */
            200: {
                headers: {
                    /** @description The edition of the answer */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Promo"] | components["schemas"]["DryRun"];
                };
            };
            /** @description `field_locked`, `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_field_locked_400"] | components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required`, `csrf_rejected` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"] | components["schemas"]["Error_csrf_rejected_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `stale_write` */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_stale_write_412"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    deleteAdminPromosId: {
        parameters: {
            query?: {
                /** @description Say what would happen, and do nothing */
                dryRun?: boolean;
            };
            header?: never;
            path: {
                /** @example WELCOME50 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The dry run */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRun"];
                };
            };
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required`, `csrf_rejected` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"] | components["schemas"]["Error_csrf_rejected_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    getAdminPromosIdDays: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example WELCOME50 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromoDays"];
                };
            };
            /** @description `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    getAdminPromosIdRedemptions: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path: {
                /** @example WELCOME50 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["PromoRedemption"][];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description `invalid_cursor`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_cursor_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    getAdminPublishingReviewers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Reviewers"];
                };
            };
            /** @description `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    getAdminRails: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                /** @example for_you */
                surface?: "for_you" | "discover";
                status?: "active" | "paused";
                collectionId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Rail"][];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description `invalid_cursor`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_cursor_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    postAdminRails: {
        parameters: {
            query?: {
                /** @description Say what would happen, and do nothing */
                dryRun?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "surface": "discover",
                 *       "collectionId": "01930000-0000-7000-8000-0000000000c2",
                 *       "sort": 0,
                 *       "status": "active"
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    surface: "for_you" | "discover";
                    /** @description An id */
                    collectionId: string;
                    sort?: number;
                    /** @enum {string} */
                    status?: "active" | "paused";
                    /** @description Why, for the audit log */
                    note?: string;
                };
            };
        };
        responses: {
            /** @description The dry run */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRun"];
                };
            };
            /** @description The answer */
            201: {
                headers: {
                    /** @description The edition of the answer */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedRail"];
                };
            };
            /** @description `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required`, `csrf_rejected` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"] | components["schemas"]["Error_csrf_rejected_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    putAdminRailsReorder: {
        parameters: {
            query?: {
                /** @description Say what would happen, and do nothing */
                dryRun?: boolean;
            };
            header?: {
                /** @description The ETag that the edit was made on; else 412 */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "surface": "for_you",
                 *       "order": [
                 *         "01930000-0000-7000-8000-0000000000c4"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    surface: "for_you" | "discover";
                    order: string[];
                };
            };
        };
        responses: {
            /** @description The answer, or the dry run */
            200: {
                headers: {
                    /** @description The edition of the answer */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Rail"][];
                        nextCursor: string | null;
                        revision: number;
                        warnings: components["schemas"]["RailWarning"][];
                    } | components["schemas"]["DryRun"];
                };
            };
            /** @description `invalid_order`, `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_order_400"] | components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required`, `csrf_rejected` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"] | components["schemas"]["Error_csrf_rejected_403"];
                };
            };
            /** @description `stale_write` */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_stale_write_412"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    putAdminRailsId: {
        parameters: {
            query?: {
                /** @description Say what would happen, and do nothing */
                dryRun?: boolean;
            };
            header?: {
                /** @description The ETag that the edit was made on; else 412 */
                "If-Match"?: string;
            };
            path: {
                /** @example 01930000-0000-7000-8000-0000000000c4 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "status": "paused",
                 *       "note": "Until the season starts"
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    surface?: "for_you" | "discover";
                    /** @description An id */
                    collectionId?: string;
                    sort?: number;
                    /** @enum {string} */
                    status?: "active" | "paused";
                    /** @description Why, for the audit log */
                    note?: string;
                };
            };
        };
        responses: {
            /** @description The answer, or the dry run */
            200: {
                headers: {
                    /** @description The edition of the answer */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedRail"] | components["schemas"]["DryRun"];
                };
            };
            /** @description `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required`, `csrf_rejected` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"] | components["schemas"]["Error_csrf_rejected_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `stale_write` */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_stale_write_412"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    deleteAdminRailsId: {
        parameters: {
            query?: {
                /** @description Say what would happen, and do nothing */
                dryRun?: boolean;
            };
            header?: {
                /** @description The ETag that the edit was made on; else 412 */
                "If-Match"?: string;
            };
            path: {
                /** @example 01930000-0000-7000-8000-0000000000c4 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The dry run */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRun"];
                };
            };
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required`, `csrf_rejected` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"] | components["schemas"]["Error_csrf_rejected_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `stale_write` */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_stale_write_412"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    getAdminRoles: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Role"][];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description `invalid_cursor`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_cursor_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    postAdminRoles: {
        parameters: {
            query?: {
                /** @description Say what would happen, and do nothing */
                dryRun?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "night desk",
                 *       "description": "Support after hours",
                 *       "permissions": [
                 *         "users:read",
                 *         "wallet:read"
                 *       ]
                 *     }
                 */
                "application/json": {
                    name: string;
                    description?: string;
                    permissions: string[];
                };
            };
        };
        responses: {
            /** @description The dry run */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRun"];
                };
            };
            /** @description The answer */
            201: {
                headers: {
                    /** @description The edition of the answer */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Role"];
                };
            };
            /** @description `unknown_permission`, `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unknown_permission_400"] | components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required`, `csrf_rejected` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"] | components["schemas"]["Error_csrf_rejected_403"];
                };
            };
            /** @description `role_name_taken` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_role_name_taken_409"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    getAdminRolesId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example finance */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    /** @description The edition of the answer */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Role"];
                };
            };
            /** @description `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    putAdminRolesId: {
        parameters: {
            query?: {
                /** @description Say what would happen, and do nothing */
                dryRun?: boolean;
            };
            header?: {
                /** @description The ETag that the edit was made on; else 412 */
                "If-Match"?: string;
            };
            path: {
                /** @example example role */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "permissions": [
                 *         "users:read"
                 *       ]
                 *     }
                 */
                "application/json": {
                    name?: string;
                    description?: string;
                    permissions?: string[];
                };
            };
        };
        responses: {
            /** @description The answer, or the dry run */
            200: {
                headers: {
                    /** @description The edition of the answer */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Role"] | components["schemas"]["DryRun"];
                };
            };
            /** @description `unknown_permission`, `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unknown_permission_400"] | components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required`, `csrf_rejected` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"] | components["schemas"]["Error_csrf_rejected_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `role_name_taken`, `system_role_protected`, `baseline_permission_required` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_role_name_taken_409"] | components["schemas"]["Error_system_role_protected_409"] | components["schemas"]["Error_baseline_permission_required_409"];
                };
            };
            /** @description `stale_write` */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_stale_write_412"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    deleteAdminRolesId: {
        parameters: {
            query?: {
                /** @description Say what would happen, and do nothing */
                dryRun?: boolean;
            };
            header?: {
                /** @description 1 to 255 characters; the same key is done once within 24 hours */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example example role */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or the dry run */
            200: {
                headers: {
                    /** @description `true` where the key was seen before, and this is its first answer */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalPending"] | components["schemas"]["DryRun"];
                };
            };
            /** @description `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required`, `csrf_rejected` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"] | components["schemas"]["Error_csrf_rejected_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `system_role_protected`, `role_in_use`, `idempotency_key_reused`, `idempotency_in_progress` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_system_role_protected_409"] | components["schemas"]["Error_role_in_use_409"] | components["schemas"]["Error_idempotency_key_reused_409"] | components["schemas"]["Error_idempotency_in_progress_409"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    getAdminSchedules: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                /** @example pending */
                status?: "pending" | "failed" | "executed" | "cancelled";
                refType?: "series" | "episode";
                refId?: string;
                seriesId?: string;
                /** @example 2030-01-01 */
                from?: string;
                /** @example 2030-01-31 */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Schedule"][];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description `invalid_cursor`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_cursor_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    postAdminSchedules: {
        parameters: {
            query?: {
                /** @description Say what would happen, and do nothing */
                dryRun?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "refType": "series",
                 *       "refId": "01930000-0000-7000-8000-000000000042",
                 *       "action": "publish",
                 *       "runAt": "2030-01-01T18:00:00+07:00"
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    refType: "series" | "episode";
                    /** @description An id */
                    refId: string;
                    /** @enum {string} */
                    action: "publish";
                    /**
                     * Format: date-time
                     * @description ISO 8601 with an offset
                     */
                    runAt: string;
                };
            };
        };
        responses: {
            /** @description The dry run */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRun"];
                };
            };
            /** @description The answer */
            201: {
                headers: {
                    /** @description The edition of the answer */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Schedule"];
                };
            };
            /** @description `invalid_transition`, `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_transition_400"] | components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required`, `csrf_rejected` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"] | components["schemas"]["Error_csrf_rejected_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    postAdminSchedulesBulk: {
        parameters: {
            query?: {
                /** @description Say what would happen, and do nothing */
                dryRun?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "episodeIds": [
                 *         "01930000-0000-7000-8000-000000000052"
                 *       ],
                 *       "action": "publish",
                 *       "startAt": "2030-01-01T11:00:00Z",
                 *       "cadence": "every_n_days",
                 *       "cadenceValue": 2
                 *     }
                 */
                "application/json": {
                    episodeIds: string[];
                    /** @enum {string} */
                    action: "publish";
                    /** @enum {string} */
                    cadence: "daily" | "every_n_days" | "weekly" | "custom";
                    /**
                     * Format: date-time
                     * @description ISO 8601 with an offset
                     */
                    startAt?: string | null;
                    /** @description The days between two, for every_n_days */
                    cadenceValue?: number | null;
                    /** @description For custom: one for each episode, in their order */
                    runAts?: string[];
                };
            };
        };
        responses: {
            /** @description The dry run */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRun"];
                };
            };
            /** @description The answer */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Schedule"][];
                };
            };
            /** @description `bulk_invalid`, `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_bulk_invalid_400"] | components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required`, `csrf_rejected` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"] | components["schemas"]["Error_csrf_rejected_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    putAdminSchedulesId: {
        parameters: {
            query?: {
                /** @description Say what would happen, and do nothing */
                dryRun?: boolean;
            };
            header?: {
                /** @description The ETag that the edit was made on; else 412 */
                "If-Match"?: string;
            };
            path: {
                /** @example 01930000-0000-7000-8000-000000000061 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "runAt": "2030-01-05T18:00:00+07:00"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: date-time
                     * @description ISO 8601 with an offset
                     */
                    runAt?: string;
                };
            };
        };
        responses: {
            /** @description The answer, or the dry run */
            200: {
                headers: {
                    /** @description The edition of the answer */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Schedule"] | components["schemas"]["DryRun"];
                };
            };
            /** @description `invalid_transition`, `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_transition_400"] | components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required`, `csrf_rejected` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"] | components["schemas"]["Error_csrf_rejected_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `stale_write` */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_stale_write_412"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    deleteAdminSchedulesId: {
        parameters: {
            query?: {
                /** @description Say what would happen, and do nothing */
                dryRun?: boolean;
            };
            header?: never;
            path: {
                /** @example 01930000-0000-7000-8000-000000000061 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The dry run */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRun"];
                };
            };
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `invalid_transition`, `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_transition_400"] | components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required`, `csrf_rejected` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"] | components["schemas"]["Error_csrf_rejected_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    postAdminSchedulesIdRetry: {
        parameters: {
            query?: {
                /** @description Say what would happen, and do nothing */
                dryRun?: boolean;
            };
            header?: never;
            path: {
                /** @example 01930000-0000-7000-8000-000000000062 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or the dry run */
            200: {
                headers: {
                    /** @description The edition of the answer */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Schedule"] | components["schemas"]["DryRun"];
                };
            };
            /** @description `invalid_transition`, `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_transition_400"] | components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required`, `csrf_rejected` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"] | components["schemas"]["Error_csrf_rejected_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    getAdminSegments: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Segment"][];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description `invalid_cursor`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_cursor_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    postAdminSegments: {
        parameters: {
            query?: {
                /** @description Say what would happen, and do nothing */
                dryRun?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Buyers in Indonesia and Egypt",
                 *       "rule": {
                 *         "countries": [
                 *           "ID",
                 *           "EG"
                 *         ],
                 *         "guest": false,
                 *         "minSpendCents": 500
                 *       }
                 *     }
                 */
                "application/json": {
                    /** Format: name */
                    name: string;
                    rule: components["schemas"]["SegmentRule"];
                };
            };
        };
        responses: {
            /** @description The dry run */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRun"];
                };
            };
            /** @description The answer */
            201: {
                headers: {
                    /** @description The edition of the answer */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Segment"];
                };
            };
            /** @description `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required`, `csrf_rejected` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"] | components["schemas"]["Error_csrf_rejected_403"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    postAdminSegmentsPreview: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "rule": {
                 *         "countries": [
                 *           "ID",
                 *           "EG"
                 *         ],
                 *         "guest": false,
                 *         "minSpendCents": 500
                 *       }
                 *     }
                 */
                "application/json": {
                    rule: components["schemas"]["SegmentRule"];
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SegmentPreview"];
                };
            };
            /** @description `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required`, `csrf_rejected` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"] | components["schemas"]["Error_csrf_rejected_403"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    getAdminSegmentsId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01930000-0000-7000-8000-000000000081 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    /** @description The edition of the answer */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Segment"];
                };
            };
            /** @description `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    putAdminSegmentsId: {
        parameters: {
            query?: {
                /** @description Say what would happen, and do nothing */
                dryRun?: boolean;
            };
            header?: {
                /** @description The ETag that the edit was made on; else 412 */
                "If-Match"?: string;
            };
            path: {
                /** @example 01930000-0000-7000-8000-000000000081 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "rule": {
                 *         "countries": [
                 *           "ID"
                 *         ],
                 *         "seenWithinDays": 30
                 *       }
                 *     }
                 */
                "application/json": {
                    /** Format: name */
                    name?: string;
                    rule?: components["schemas"]["SegmentRule"];
                };
            };
        };
        responses: {
            /** @description The answer, or the dry run */
            200: {
                headers: {
                    /** @description The edition of the answer */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Segment"] | components["schemas"]["DryRun"];
                };
            };
            /** @description `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required`, `csrf_rejected` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"] | components["schemas"]["Error_csrf_rejected_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `stale_write` */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_stale_write_412"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    deleteAdminSegmentsId: {
        parameters: {
            query?: {
                /** @description Say what would happen, and do nothing */
                dryRun?: boolean;
            };
            header?: never;
            path: {
                /** @example 01930000-0000-7000-8000-000000000082 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The dry run */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRun"];
                };
            };
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required`, `csrf_rejected` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"] | components["schemas"]["Error_csrf_rejected_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `segment_in_use` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_segment_in_use_409"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    getAdminSeries: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                /** @example moon */
                q?: string;
                status?: "draft" | "in_review" | "scheduled" | "published" | "archived";
                genreSlug?: string;
                /** @example title */
                sort?: "created_at" | "updated_at" | "published_at" | "title";
                /** @example asc */
                order?: "asc" | "desc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Series"][];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description `invalid_cursor`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_cursor_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    postAdminSeries: {
        parameters: {
            query?: {
                /** @description Say what would happen, and do nothing */
                dryRun?: boolean;
            };
            header?: {
                /** @description 1 to 255 characters; the same key is done once within 24 hours */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "The Harbour Bride",
                 *       "synopsis": "She came back for the wedding of the man who sold her family’s ship.",
                 *       "titleI18n": {
                 *         "ar": "عروس الميناء",
                 *         "id": "Pengantin Pelabuhan"
                 *       },
                 *       "genreSlug": "romance",
                 *       "tropes": [
                 *         "second_chance"
                 *       ],
                 *       "targetLanguages": [
                 *         "en",
                 *         "ar",
                 *         "id"
                 *       ],
                 *       "freeEpisodes": 3
                 *     }
                 */
                "application/json": {
                    /** Format: name */
                    title: string;
                    slug?: string;
                    synopsis?: string;
                    titleI18n?: {
                        /** Format: name */
                        en?: string;
                        /** Format: name */
                        ar?: string;
                        /** Format: name */
                        id?: string;
                    };
                    synopsisI18n?: {
                        en?: string;
                        ar?: string;
                        id?: string;
                    };
                    genreSlug?: string | null;
                    tropes?: string[];
                    targetLanguages?: ("en" | "ar" | "id")[];
                    freeEpisodes?: number;
                    /** @description An id */
                    posterAssetId?: string | null;
                    /** @description An id */
                    heroAssetId?: string | null;
                };
            };
        };
        responses: {
            /** @description The dry run */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRun"];
                };
            };
            /** @description The answer */
            201: {
                headers: {
                    /** @description The edition of the answer */
                    ETag?: string;
                    /** @description `true` where the key was seen before, and this is its first answer */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Series"];
                };
            };
            /** @description `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required`, `csrf_rejected` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"] | components["schemas"]["Error_csrf_rejected_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `slug_taken`, `idempotency_key_reused`, `idempotency_in_progress` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_slug_taken_409"] | components["schemas"]["Error_idempotency_key_reused_409"] | components["schemas"]["Error_idempotency_in_progress_409"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    getAdminSeriesId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01930000-0000-7000-8000-000000000041 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    /** @description The edition of the answer */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Series"];
                };
            };
            /** @description `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    putAdminSeriesId: {
        parameters: {
            query?: {
                /** @description Say what would happen, and do nothing */
                dryRun?: boolean;
            };
            header?: {
                /** @description The ETag that the edit was made on; else 412 */
                "If-Match"?: string;
            };
            path: {
                /** @example 01930000-0000-7000-8000-000000000041 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "synopsis": "A harbour, a debt, and one night to settle both."
                 *     }
                 */
                "application/json": {
                    slug?: string;
                    /** Format: name */
                    title?: string;
                    synopsis?: string;
                    /** @description Languages that are left out stay as they are; `null` removes one */
                    titleI18n?: {
                        /** Format: name */
                        en?: string | null;
                        /** Format: name */
                        ar?: string | null;
                        /** Format: name */
                        id?: string | null;
                    };
                    /** @description Languages that are left out stay as they are; `null` removes one */
                    synopsisI18n?: {
                        en?: string | null;
                        ar?: string | null;
                        id?: string | null;
                    };
                    genreSlug?: string | null;
                    tropes?: string[];
                    targetLanguages?: ("en" | "ar" | "id")[];
                    freeEpisodes?: number;
                    /** @description An id */
                    posterAssetId?: string | null;
                    /** @description An id */
                    heroAssetId?: string | null;
                    /** @description Why; needed where viewers see the edit at once */
                    note?: string;
                };
            };
        };
        responses: {
            /** @description The answer, or the dry run */
            200: {
                headers: {
                    /** @description The edition of the answer */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Series"] | components["schemas"]["DryRun"];
                };
            };
            /** @description `field_locked`, `audit_note_required`, `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_field_locked_400"] | components["schemas"]["Error_audit_note_required_400"] | components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required`, `csrf_rejected` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"] | components["schemas"]["Error_csrf_rejected_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `slug_taken` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_slug_taken_409"];
                };
            };
            /** @description `stale_write` */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_stale_write_412"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    deleteAdminSeriesId: {
        parameters: {
            query?: {
                /** @description Say what would happen, and do nothing */
                dryRun?: boolean;
            };
            header?: {
                /** @description 1 to 255 characters; the same key is done once within 24 hours */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example 01930000-0000-7000-8000-000000000041 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or the dry run */
            200: {
                headers: {
                    /** @description `true` where the key was seen before, and this is its first answer */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalPending"] | components["schemas"]["DryRun"];
                };
            };
            /** @description `invalid_transition`, `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_transition_400"] | components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required`, `csrf_rejected` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"] | components["schemas"]["Error_csrf_rejected_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `idempotency_key_reused`, `idempotency_in_progress` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_idempotency_key_reused_409"] | components["schemas"]["Error_idempotency_in_progress_409"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    getAdminSeriesIdEpisodes: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                status?: "draft" | "in_review" | "scheduled" | "published" | "archived";
            };
            header?: never;
            path: {
                /** @example 01930000-0000-7000-8000-000000000041 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Episode"][];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description `invalid_cursor`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_cursor_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    postAdminSeriesIdEpisodes: {
        parameters: {
            query?: {
                /** @description Say what would happen, and do nothing */
                dryRun?: boolean;
            };
            header?: {
                /** @description 1 to 255 characters; the same key is done once within 24 hours */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example 01930000-0000-7000-8000-000000000041 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "episodeNumber": 12,
                 *       "title": "The Letter",
                 *       "synopsis": "It was never meant for her.",
                 *       "cliffhanger_score": 80
                 *     }
                 */
                "application/json": {
                    episodeNumber: number;
                    /** Format: name */
                    title: string;
                    synopsis?: string;
                    titleI18n?: {
                        /** Format: name */
                        en?: string;
                        /** Format: name */
                        ar?: string;
                        /** Format: name */
                        id?: string;
                    };
                    synopsisI18n?: {
                        en?: string;
                        ar?: string;
                        id?: string;
                    };
                    cliffhanger_score?: number;
                    /** @description An id */
                    mediaAssetId?: string | null;
                    /** @description An id */
                    thumb_asset_id?: string | null;
                };
            };
        };
        responses: {
            /** @description The dry run */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRun"];
                };
            };
            /** @description The answer */
            201: {
                headers: {
                    /** @description The edition of the answer */
                    ETag?: string;
                    /** @description `true` where the key was seen before, and this is its first answer */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Episode"];
                };
            };
            /** @description `field_locked`, `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_field_locked_400"] | components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required`, `csrf_rejected` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"] | components["schemas"]["Error_csrf_rejected_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `episode_number_taken`, `idempotency_key_reused`, `idempotency_in_progress` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_episode_number_taken_409"] | components["schemas"]["Error_idempotency_key_reused_409"] | components["schemas"]["Error_idempotency_in_progress_409"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    putAdminSeriesIdEpisodesOrder: {
        parameters: {
            query?: {
                /** @description Say what would happen, and do nothing */
                dryRun?: boolean;
            };
            header?: {
                /** @description The ETag that the edit was made on; else 412 */
                "If-Match"?: string;
            };
            path: {
                /** @example 01930000-0000-7000-8000-000000000041 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "order": [
                 *         "01930000-0000-7000-8000-000000000056",
                 *         "01930000-0000-7000-8000-000000000051"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description The ids of all episodes, the first one first */
                    order: string[];
                };
            };
        };
        responses: {
            /** @description The answer, or the dry run */
            200: {
                headers: {
                    /** @description The edition of the answer */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EpisodeOrder"] | components["schemas"]["DryRun"];
                };
            };
            /** @description `invalid_order`, `field_locked`, `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_order_400"] | components["schemas"]["Error_field_locked_400"] | components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required`, `csrf_rejected` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"] | components["schemas"]["Error_csrf_rejected_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `stale_write` */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_stale_write_412"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    postAdminSeriesIdWorkflow: {
        parameters: {
            query?: {
                /** @description Say what would happen, and do nothing */
                dryRun?: boolean;
            };
            header?: {
                /** @description The ETag that the edit was made on; else 412 */
                "If-Match"?: string;
            };
            path: {
                /** @example 01930000-0000-7000-8000-000000000041 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "action": "submit"
                 *     }
                 */
                "application/json": {
                    /** @description submit, send_back, publish, unpublish, archive or restore */
                    action: string;
                    /** @description Why; kept in the audit log */
                    note?: string;
                };
            };
        };
        responses: {
            /** @description The answer, or the dry run */
            200: {
                headers: {
                    /** @description The edition of the answer */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MovedSeries"] | components["schemas"]["DryRun"];
                };
            };
            /** @description `invalid_transition`, `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_transition_400"] | components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required`, `csrf_rejected` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"] | components["schemas"]["Error_csrf_rejected_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `stale_write` */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_stale_write_412"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    getAdminSubscriptionProducts: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                status?: "active" | "paused";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["SubscriptionProduct"][];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description `invalid_cursor`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_cursor_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    postAdminSubscriptionProducts: {
        parameters: {
            query?: {
                /** @description Say what would happen, and do nothing */
                dryRun?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "productId": "vip_monthly",
                 *       "name": "VIP, monthly",
                 *       "periodDays": 30,
                 *       "priceCents": 999,
                 *       "currency": "USD",
                 *       "bonusCoins": 100
                 *     }
                 */
                "application/json": {
                    productId: string;
                    /** Format: name */
                    name: string;
                    periodDays: number;
                    priceCents: number;
                    /**
                     * Format: currency
                     * @description ISO 4217
                     */
                    currency: string;
                    bonusCoins?: number;
                    unlocksAll?: boolean;
                    /** @enum {string} */
                    status?: "active" | "paused";
                };
            };
        };
        responses: {
            /** @description The dry run */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRun"];
                };
            };
            /** @description The answer */
            201: {
                headers: {
                    /** @description The edition of the answer */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriptionProduct"];
                };
            };
            /** @description `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required`, `csrf_rejected` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"] | components["schemas"]["Error_csrf_rejected_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `product_id_taken` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_product_id_taken_409"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    getAdminSubscriptionProductsId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01930000-0000-7000-8000-0000000000f1 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    /** @description The edition of the answer */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriptionProduct"];
                };
            };
            /** @description `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    putAdminSubscriptionProductsId: {
        parameters: {
            query?: {
                /** @description Say what would happen, and do nothing */
                dryRun?: boolean;
            };
            header?: {
                /** @description The ETag that the edit was made on; else 412 */
                "If-Match"?: string;
            };
            path: {
                /** @example 01930000-0000-7000-8000-0000000000f1 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "status": "paused"
                 *     }
                 */
                "application/json": {
                    productId?: string;
                    /** Format: name */
                    name?: string;
                    periodDays?: number;
                    priceCents?: number;
                    /**
                     * Format: currency
                     * @description ISO 4217
                     */
                    currency?: string;
                    bonusCoins?: number;
                    unlocksAll?: boolean;
                    /** @enum {string} */
                    status?: "active" | "paused";
                };
            };
        };
        responses: {
            /** @description The answer, or the dry run */
            200: {
                headers: {
                    /** @description The edition of the answer */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriptionProduct"] | components["schemas"]["DryRun"];
                };
            };
            /** @description `field_locked`, `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_field_locked_400"] | components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required`, `csrf_rejected` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"] | components["schemas"]["Error_csrf_rejected_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `stale_write` */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_stale_write_412"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    getAdminSubscriptions: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                /** @example active */
                status?: "trialing" | "active" | "past_due" | "canceled" | "expired";
                platform?: string;
                /** @example EG */
                country?: string;
                productId?: string;
                userId?: string;
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["ListedSubscription"][];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description `invalid_cursor`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_cursor_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    getAdminSubscriptionsId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01930000-0000-7000-8000-000000000081 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriptionDetail"];
                };
            };
            /** @description `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    getAdminUsers: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                /** @example layla */
                q?: string;
                /** @example active */
                status?: "active" | "suspended" | "banned" | "deleted";
                guest?: "guest" | "registered";
                country?: string;
                createdFrom?: string;
                createdTo?: string;
                /** @example balance */
                sort?: "created_at" | "last_seen_at" | "balance" | "spend";
                /** @example desc */
                order?: "asc" | "desc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["UserListItem"][];
                        nextCursor: string | null;
                        total: number;
                    };
                };
            };
            /** @description `invalid_cursor`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_cursor_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    getAdminUsersId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01930000-0000-7000-8000-000000000011 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    /** @description The edition of the answer */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserDetail"];
                };
            };
            /** @description `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    postAdminUsersIdAnonymize: {
        parameters: {
            query?: {
                /** @description Say what would happen, and do nothing */
                dryRun?: boolean;
            };
            header?: {
                /** @description 1 to 255 characters; the same key is done once within 24 hours */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example 01930000-0000-7000-8000-000000000011 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "asked for it in writing"
                 *     }
                 */
                "application/json": {
                    reason: string;
                };
            };
        };
        responses: {
            /** @description The answer, or the dry run */
            200: {
                headers: {
                    /** @description `true` where the key was seen before, and this is its first answer */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalPending"] | components["schemas"]["DryRun"];
                };
            };
            /** @description `invalid_transition`, `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_transition_400"] | components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required`, `csrf_rejected` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"] | components["schemas"]["Error_csrf_rejected_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `idempotency_key_reused`, `idempotency_in_progress` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_idempotency_key_reused_409"] | components["schemas"]["Error_idempotency_in_progress_409"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    postAdminUsersIdBan: {
        parameters: {
            query?: {
                /** @description Say what would happen, and do nothing */
                dryRun?: boolean;
            };
            header?: never;
            path: {
                /** @example 01930000-0000-7000-8000-000000000011 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "fraud confirmed"
                 *     }
                 */
                "application/json": {
                    reason: string;
                };
            };
        };
        responses: {
            /** @description The answer, or the dry run */
            200: {
                headers: {
                    /** @description The edition of the answer */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserDetail"] | components["schemas"]["DryRun"];
                };
            };
            /** @description `invalid_transition`, `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_transition_400"] | components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required`, `csrf_rejected` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"] | components["schemas"]["Error_csrf_rejected_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    postAdminUsersIdCompSubscription: {
        parameters: {
            query?: {
                /** @description Say what would happen, and do nothing */
                dryRun?: boolean;
            };
            header?: {
                /** @description 1 to 255 characters; the same key is done once within 24 hours */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example 01930000-0000-7000-8000-000000000011 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "days": 7,
                 *       "productId": "example_monthly",
                 *       "reason": "apology for the outage"
                 *     }
                 */
                "application/json": {
                    days: number;
                    productId: string;
                    reason: string;
                };
            };
        };
        responses: {
            /** @description The dry run */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRun"];
                };
            };
            /** @description The answer */
            201: {
                headers: {
                    /** @description `true` where the key was seen before, and this is its first answer */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subscription"];
                };
            };
            /** @description `guest_not_eligible`, `user_banned`, `user_deleted`, `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_guest_not_eligible_400"] | components["schemas"]["Error_user_banned_400"] | components["schemas"]["Error_user_deleted_400"] | components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required`, `csrf_rejected` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"] | components["schemas"]["Error_csrf_rejected_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `idempotency_key_reused`, `idempotency_in_progress` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_idempotency_key_reused_409"] | components["schemas"]["Error_idempotency_in_progress_409"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    postAdminUsersIdDevicesLogoutAll: {
        parameters: {
            query?: {
                /** @description Say what would happen, and do nothing */
                dryRun?: boolean;
            };
            header?: never;
            path: {
                /** @example 01930000-0000-7000-8000-000000000011 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or the dry run */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoggedOut"] | components["schemas"]["DryRun"];
                };
            };
            /** @description `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required`, `csrf_rejected` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"] | components["schemas"]["Error_csrf_rejected_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    getAdminUsersIdLedger: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path: {
                /** @example 01930000-0000-7000-8000-000000000011 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["NamedLedgerEntry"][];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description `invalid_cursor`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_cursor_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    getAdminUsersIdLedgerProof: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01930000-0000-7000-8000-000000000011 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LedgerProof"];
                };
            };
            /** @description `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    getAdminUsersIdNotes: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path: {
                /** @example 01930000-0000-7000-8000-000000000011 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["UserNote"][];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description `invalid_cursor`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_cursor_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    postAdminUsersIdNotes: {
        parameters: {
            query?: {
                /** @description Say what would happen, and do nothing */
                dryRun?: boolean;
            };
            header?: never;
            path: {
                /** @example 01930000-0000-7000-8000-000000000011 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "body": "Called about a missing purchase; asked for the receipt."
                 *     }
                 */
                "application/json": {
                    body: string;
                };
            };
        };
        responses: {
            /** @description The dry run */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRun"];
                };
            };
            /** @description The answer */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserNote"];
                };
            };
            /** @description `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required`, `csrf_rejected` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"] | components["schemas"]["Error_csrf_rejected_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    deleteAdminUsersIdNotesNoteId: {
        parameters: {
            query?: {
                /** @description Say what would happen, and do nothing */
                dryRun?: boolean;
            };
            header?: never;
            path: {
                /** @example 01930000-0000-7000-8000-000000000011 */
                id: string;
                /** @example 01930000-0000-7000-8000-000000000021 */
                noteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The dry run */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRun"];
                };
            };
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required`, `csrf_rejected` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"] | components["schemas"]["Error_csrf_rejected_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    getAdminUsersIdPurchases: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path: {
                /** @example 01930000-0000-7000-8000-000000000011 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Transaction"][];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description `invalid_cursor`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_cursor_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    postAdminUsersIdReactivate: {
        parameters: {
            query?: {
                /** @description Say what would happen, and do nothing */
                dryRun?: boolean;
            };
            header?: never;
            path: {
                /** @example 01930000-0000-7000-8000-000000000012 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "note": "appeal accepted"
                 *     }
                 */
                "application/json": {
                    note: string;
                };
            };
        };
        responses: {
            /** @description The answer, or the dry run */
            200: {
                headers: {
                    /** @description The edition of the answer */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserDetail"] | components["schemas"]["DryRun"];
                };
            };
            /** @description `invalid_transition`, `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_transition_400"] | components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required`, `csrf_rejected` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"] | components["schemas"]["Error_csrf_rejected_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    getAdminUsersIdRedemptions: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path: {
                /** @example 01930000-0000-7000-8000-000000000011 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["UserRedemption"][];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description `invalid_cursor`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_cursor_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    postAdminUsersIdSuspend: {
        parameters: {
            query?: {
                /** @description Say what would happen, and do nothing */
                dryRun?: boolean;
            };
            header?: never;
            path: {
                /** @example 01930000-0000-7000-8000-000000000011 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "spam in comments",
                 *       "until": null
                 *     }
                 */
                "application/json": {
                    reason: string;
                    /**
                     * Format: date-time
                     * @description ISO 8601 with an offset
                     */
                    until?: string | null;
                };
            };
        };
        responses: {
            /** @description The answer, or the dry run */
            200: {
                headers: {
                    /** @description The edition of the answer */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserDetail"] | components["schemas"]["DryRun"];
                };
            };
            /** @description `invalid_transition`, `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_transition_400"] | components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required`, `csrf_rejected` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"] | components["schemas"]["Error_csrf_rejected_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    getAdminUsersIdTimeline: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path: {
                /** @example 01930000-0000-7000-8000-000000000011 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["TimelineItem"][];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description `invalid_cursor`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_cursor_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    getAdminUsersIdUnlocks: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path: {
                /** @example 01930000-0000-7000-8000-000000000011 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["UnlockEntry"][];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description `invalid_cursor`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_cursor_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    postAdminUsersIdWalletAdjust: {
        parameters: {
            query?: {
                /** @description Say what would happen, and do nothing */
                dryRun?: boolean;
            };
            header?: {
                /** @description 1 to 255 characters; the same key is done once within 24 hours */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example 01930000-0000-7000-8000-000000000011 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "amount": 50,
                 *       "direction": "grant",
                 *       "reason": "apology_late_episode"
                 *     }
                 */
                "application/json": {
                    amount: number;
                    /** @enum {string} */
                    direction: "grant" | "deduct";
                    reason: string;
                    note?: string;
                };
            };
        };
        responses: {
            /** @description The answer, or the dry run */
            200: {
                headers: {
                    /** @description `true` where the key was seen before, and this is its first answer */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": (components["schemas"]["AdjustmentApplied"] | components["schemas"]["ApprovalPending"]) | components["schemas"]["DryRun"];
                };
            };
            /** @description `user_banned`, `user_deleted`, `support_daily_cap_exceeded`, `insufficient_balance`, `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_user_banned_400"] | components["schemas"]["Error_user_deleted_400"] | components["schemas"]["Error_support_daily_cap_exceeded_400"] | components["schemas"]["Error_insufficient_balance_400"] | components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required`, `csrf_rejected` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"] | components["schemas"]["Error_csrf_rejected_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `idempotency_key_reused`, `idempotency_in_progress` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_idempotency_key_reused_409"] | components["schemas"]["Error_idempotency_in_progress_409"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    getAdminUsersIdWatchHistory: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path: {
                /** @example 01930000-0000-7000-8000-000000000011 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["WatchEntry"][];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description `invalid_cursor`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_cursor_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    getAdminWebhooks: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                source?: string;
                /** @example unmatched */
                outcome?: "received" | "applied" | "ignored" | "unmatched" | "malformed" | "failed";
                reportsFailure?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["WebhookEvent"][];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description `invalid_cursor`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_cursor_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    postAdminWebhooksIdReplay: {
        parameters: {
            query?: {
                /** @description Say what would happen, and do nothing */
                dryRun?: boolean;
            };
            header?: never;
            path: {
                /** @example 01930000-0000-7000-8000-0000000000c2 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or the dry run */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEvent"] | components["schemas"]["DryRun"];
                };
            };
            /** @description `invalid_transition`, `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_transition_400"] | components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `admin_disabled`, `insufficient_permissions`, `password_reset_required`, `step_up_required`, `csrf_rejected` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_admin_disabled_403"] | components["schemas"]["Error_insufficient_permissions_403"] | components["schemas"]["Error_password_reset_required_403"] | components["schemas"]["Error_step_up_required_403"] | components["schemas"]["Error_csrf_rejected_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    postAuthGuest: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "deviceId": "a1b2c3",
                 *       "platform": "android",
                 *       "countryCode": "ID",
                 *       "language": "id"
                 *     }
                 */
                "application/json": {
                    deviceId: string;
                    /** @description What the first call answered; without it a new guest is made */
                    deviceSecret?: string;
                    platform?: string;
                    /**
                     * Format: country
                     * @description ISO 3166-1 alpha-2; lower case is folded
                     */
                    countryCode?: string;
                    language?: string;
                    appVersion?: string;
                    osVersion?: string;
                    model?: string;
                };
            };
        };
        responses: {
            /** @description The answer */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedInGuest"];
                };
            };
            /** @description `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `invalid_credentials` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_credentials_401"];
                };
            };
            /** @description `user_suspended`, `user_banned`, `user_deleted` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_user_suspended_403"] | components["schemas"]["Error_user_banned_403"] | components["schemas"]["Error_user_deleted_403"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    postAuthLogin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "viewer@example.com",
                 *       "password": "a quiet harbour at dawn"
                 *     }
                 */
                "application/json": {
                    email: string;
                    password: string;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedInUser"];
                };
            };
            /** @description `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `invalid_credentials` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_credentials_401"];
                };
            };
            /** @description `user_suspended`, `user_banned`, `user_deleted` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_user_suspended_403"] | components["schemas"]["Error_user_banned_403"] | components["schemas"]["Error_user_deleted_403"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    postAuthLogout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `user_suspended`, `user_banned`, `user_deleted` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_user_suspended_403"] | components["schemas"]["Error_user_banned_403"] | components["schemas"]["Error_user_deleted_403"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    postAuthRegister: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "layla@example.com",
                 *       "password": "moonlit ferry 12",
                 *       "displayName": "Layla"
                 *     }
                 */
                "application/json": {
                    /** Format: email */
                    email: string;
                    /** @description 8 to 128 characters */
                    password: string;
                    /** Format: name */
                    displayName?: string;
                    phoneE164?: string;
                    /**
                     * Format: country
                     * @description ISO 3166-1 alpha-2; lower case is folded
                     */
                    countryCode?: string;
                    language?: string;
                };
            };
        };
        responses: {
            /** @description The answer */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedInUser"];
                };
            };
            /** @description `weak_password`, `invalid_transition`, `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_weak_password_400"] | components["schemas"]["Error_invalid_transition_400"] | components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `user_suspended`, `user_banned`, `user_deleted` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_user_suspended_403"] | components["schemas"]["Error_user_banned_403"] | components["schemas"]["Error_user_deleted_403"];
                };
            };
            /** @description `email_taken` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_email_taken_409"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    getDemo: {
        parameters: {
            query?: never;
            header?: {
                /** @description A page of another name may not read passwords */
                Host?: string;
                /** @description Whoever comes through a proxy is not on this machine */
                Forwarded?: string;
                /** @description Likewise */
                "X-Forwarded-For"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    /** @description By what it differs: Host, Forwarded, X-Forwarded-For */
                    Vary?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        admins: {
                            email: string;
                            /** @description To this machine alone; elsewhere the start has printed it */
                            password?: string;
                            role: string;
                            name: string;
                        }[];
                    };
                };
            };
            /** @description `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    getEpisodesIdPlayback: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01930000-0000-7000-8000-000000000055 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Playback"];
                };
            };
            /** @description `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `episode_locked`, `user_suspended`, `user_banned`, `user_deleted` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_episode_locked_403"] | components["schemas"]["Error_user_suspended_403"] | components["schemas"]["Error_user_banned_403"] | components["schemas"]["Error_user_deleted_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    postEpisodesIdUnlock: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 characters; the same key is done once within 24 hours */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example 01930000-0000-7000-8000-000000000055 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "expectedCoins": 0
                 *     }
                 */
                "application/json": {
                    expectedCoins?: number;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    /** @description `true` where the key was seen before, and this is its first answer */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Unlock"];
                };
            };
            /** @description `insufficient_balance`, `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_insufficient_balance_400"] | components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `user_suspended`, `user_banned`, `user_deleted` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_user_suspended_403"] | components["schemas"]["Error_user_banned_403"] | components["schemas"]["Error_user_deleted_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `price_changed`, `idempotency_key_reused`, `idempotency_in_progress` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_price_changed_409"] | components["schemas"]["Error_idempotency_key_reused_409"] | components["schemas"]["Error_idempotency_in_progress_409"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    postEpisodesIdUnlockQuote: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01930000-0000-7000-8000-000000000055 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnlockQuote"];
                };
            };
            /** @description `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `user_suspended`, `user_banned`, `user_deleted` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_user_suspended_403"] | components["schemas"]["Error_user_banned_403"] | components["schemas"]["Error_user_deleted_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    getFeed: {
        parameters: {
            query?: {
                /** @example for_you */
                surface?: "for_you" | "discover";
                /** @example ID */
                market?: string;
                /** @example id */
                lang?: string;
            };
            header?: {
                /** @description Languages that the viewer reads, where neither the query nor the user names one */
                "Accept-Language"?: string;
                /** @description Tags of the editions that the caller has; if the newest is among them, 304 */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    /** @description The edition of the answer */
                    ETag?: string;
                    /** @description How it may be kept: private, no-cache */
                    "Cache-Control"?: string;
                    /** @description By what it differs: Accept-Language */
                    Vary?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Feed"];
                };
            };
            /** @description What the caller has is the newest edition */
            304: {
                headers: {
                    /** @description The edition of the answer */
                    ETag?: string;
                    /** @description How it may be kept: private, no-cache */
                    "Cache-Control"?: string;
                    /** @description By what it differs: Accept-Language */
                    Vary?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `user_suspended`, `user_banned`, `user_deleted` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_user_suspended_403"] | components["schemas"]["Error_user_banned_403"] | components["schemas"]["Error_user_deleted_403"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
            /** @description `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `user_suspended`, `user_banned`, `user_deleted` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_user_suspended_403"] | components["schemas"]["Error_user_banned_403"] | components["schemas"]["Error_user_deleted_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    putMe: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag that the edit was made on; else 412 */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "displayName": "Layla",
                 *       "language": "ar"
                 *     }
                 */
                "application/json": {
                    /** Format: name */
                    displayName?: string | null;
                    avatarUrl?: string | null;
                    language?: string | null;
                    /**
                     * Format: country
                     * @description ISO 3166-1 alpha-2; lower case is folded
                     */
                    countryCode?: string | null;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
            /** @description `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `user_suspended`, `user_banned`, `user_deleted` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_user_suspended_403"] | components["schemas"]["Error_user_banned_403"] | components["schemas"]["Error_user_deleted_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `stale_write` */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_stale_write_412"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    putMePush: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag that the edit was made on; else 412 */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "prefs": {
                 *         "drops": true,
                 *         "marketing": false
                 *       }
                 *     }
                 */
                "application/json": {
                    prefs?: {
                        drops?: boolean;
                        marketing?: boolean;
                        moderation?: boolean;
                    };
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
            /** @description `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `user_suspended`, `user_banned`, `user_deleted` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_user_suspended_403"] | components["schemas"]["Error_user_banned_403"] | components["schemas"]["Error_user_deleted_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `stale_write` */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_stale_write_412"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    getMeSaves: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["SavedSeries"][];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description `invalid_cursor`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_cursor_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `user_suspended`, `user_banned`, `user_deleted` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_user_suspended_403"] | components["schemas"]["Error_user_banned_403"] | components["schemas"]["Error_user_deleted_403"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    postMeStreakClaim: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StreakClaim"];
                };
            };
            /** @description `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `user_suspended`, `user_banned`, `user_deleted` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_user_suspended_403"] | components["schemas"]["Error_user_banned_403"] | components["schemas"]["Error_user_deleted_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    getMeWatchHistory: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                lang?: string;
            };
            header?: {
                /** @description Languages that the viewer reads, where neither the query nor the user names one */
                "Accept-Language"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    /** @description By what it differs: Accept-Language */
                    Vary?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["WatchEntry"][];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description `invalid_cursor`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_cursor_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `user_suspended`, `user_banned`, `user_deleted` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_user_suspended_403"] | components["schemas"]["Error_user_banned_403"] | components["schemas"]["Error_user_deleted_403"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    postPromosRedeem: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 characters; the same key is done once within 24 hours */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "WELCOME50"
                 *     }
                 */
                "application/json": {
                    /** @description In any case */
                    code: string;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    /** @description `true` where the key was seen before, and this is its first answer */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Redemption"];
                };
            };
            /** @description `promo_expired`, `promo_budget_exhausted`, `promo_ineligible`, `promo_max_uses_reached`, `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_promo_expired_400"] | components["schemas"]["Error_promo_budget_exhausted_400"] | components["schemas"]["Error_promo_ineligible_400"] | components["schemas"]["Error_promo_max_uses_reached_400"] | components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `user_suspended`, `user_banned`, `user_deleted` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_user_suspended_403"] | components["schemas"]["Error_user_banned_403"] | components["schemas"]["Error_user_deleted_403"];
                };
            };
            /** @description `promo_not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_promo_not_found_404"];
                };
            };
            /** @description `idempotency_key_reused`, `idempotency_in_progress` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_idempotency_key_reused_409"] | components["schemas"]["Error_idempotency_in_progress_409"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    getSearch: {
        parameters: {
            query: {
                cursor?: string;
                limit?: number;
                /** @example ballroom */
                q: string;
                lang?: string;
            };
            header?: {
                /** @description Languages that the viewer reads, where neither the query nor the user names one */
                "Accept-Language"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    /** @description By what it differs: Accept-Language */
                    Vary?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["SeriesCard"][];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description `invalid_cursor`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_cursor_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `user_suspended`, `user_banned`, `user_deleted` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_user_suspended_403"] | components["schemas"]["Error_user_banned_403"] | components["schemas"]["Error_user_deleted_403"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    putSeriesIdSave: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01930000-0000-7000-8000-000000000043 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedSeries"];
                };
            };
            /** @description `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `user_suspended`, `user_banned`, `user_deleted` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_user_suspended_403"] | components["schemas"]["Error_user_banned_403"] | components["schemas"]["Error_user_deleted_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    deleteSeriesIdSave: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01930000-0000-7000-8000-000000000043 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `user_suspended`, `user_banned`, `user_deleted` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_user_suspended_403"] | components["schemas"]["Error_user_banned_403"] | components["schemas"]["Error_user_deleted_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    getSeriesSlugOrId: {
        parameters: {
            query?: {
                lang?: string;
            };
            header?: {
                /** @description Languages that the viewer reads, where neither the query nor the user names one */
                "Accept-Language"?: string;
                /** @description Tags of the editions that the caller has; if the newest is among them, 304 */
                "If-None-Match"?: string;
            };
            path: {
                /** @example the-glass-ballroom */
                slugOrId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    /** @description The edition of the answer */
                    ETag?: string;
                    /** @description How it may be kept: private, no-cache */
                    "Cache-Control"?: string;
                    /** @description By what it differs: Accept-Language */
                    Vary?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublishedSeries"];
                };
            };
            /** @description What the caller has is the newest edition */
            304: {
                headers: {
                    /** @description The edition of the answer */
                    ETag?: string;
                    /** @description How it may be kept: private, no-cache */
                    "Cache-Control"?: string;
                    /** @description By what it differs: Accept-Language */
                    Vary?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `user_suspended`, `user_banned`, `user_deleted` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_user_suspended_403"] | components["schemas"]["Error_user_banned_403"] | components["schemas"]["Error_user_deleted_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    getSeriesSlugOrIdEpisodes: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                lang?: string;
            };
            header?: {
                /** @description Languages that the viewer reads, where neither the query nor the user names one */
                "Accept-Language"?: string;
            };
            path: {
                /** @example the-glass-ballroom */
                slugOrId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    /** @description By what it differs: Accept-Language */
                    Vary?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["PublishedEpisode"][];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description `invalid_cursor`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_cursor_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `user_suspended`, `user_banned`, `user_deleted` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_user_suspended_403"] | components["schemas"]["Error_user_banned_403"] | components["schemas"]["Error_user_deleted_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    getStorePackages: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                /** @example ios_store */
                rail?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["StorePackage"][];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description `invalid_cursor`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_cursor_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `user_suspended`, `user_banned`, `user_deleted` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_user_suspended_403"] | components["schemas"]["Error_user_banned_403"] | components["schemas"]["Error_user_deleted_403"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    postStorePurchases: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 characters; the same key is done once within 24 hours */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "sku": "example_100",
                 *       "rail": "ios_store"
                 *     }
                 */
                "application/json": {
                    sku: string;
                    /** @description How it will be paid */
                    rail: string;
                };
            };
        };
        responses: {
            /** @description The answer */
            201: {
                headers: {
                    /** @description `true` where the key was seen before, and this is its first answer */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Transaction"];
                };
            };
            /** @description `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `user_suspended`, `user_banned`, `user_deleted` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_user_suspended_403"] | components["schemas"]["Error_user_banned_403"] | components["schemas"]["Error_user_deleted_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `idempotency_key_reused`, `idempotency_in_progress` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_idempotency_key_reused_409"] | components["schemas"]["Error_idempotency_in_progress_409"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    postSubscriptionsWebhookRail: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the message; the same when it is sent again */
                "webhook-id": string;
                /** @description When it was sent, in seconds since 1970 */
                "webhook-timestamp": string;
                /** @description `v1,` and the signature in Base64; several are divided by blanks */
                "webhook-signature": string;
            };
            path: {
                /** @example ios_store */
                rail: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "purchase.completed",
                 *       "occurredAt": "2026-03-01T12:00:00Z",
                 *       "data": {
                 *         "userId": "01930000-0000-7000-8000-000000000011",
                 *         "productId": "example_100",
                 *         "transactionId": "example-payment",
                 *         "amountCents": 99,
                 *         "currency": "USD",
                 *         "region": "EG"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description `purchase.completed`, `purchase.failed`, `purchase.refunded`, or `subscription.` and `started`, `renewed`, `recovered`, `canceled` or `expired` */
                    type: string;
                    /**
                     * Format: date-time
                     * @description ISO 8601 with an offset
                     */
                    occurredAt: string;
                    data: {
                        userId: string;
                        /** @description The sku of the package, or the product that is subscribed to */
                        productId: string;
                        /** @description The payment as the rail calls it; of a subscription only where it was paid */
                        transactionId?: string;
                        /**
                         * Format: currency
                         * @description ISO 4217
                         */
                        currency: string;
                        /**
                         * Format: country
                         * @description ISO 3166-1 alpha-2; lower case is folded
                         */
                        region?: string;
                        /** @description Of a purchase that the app announced */
                        purchaseId?: string;
                        /** @description Of purchases: what was paid, or refunded */
                        amountCents?: number;
                        /** @description What it was worth in US cents */
                        amountUsdCents?: number;
                        /** @description Why a payment failed or was refunded */
                        reason?: string;
                        /** @description Of subscriptions, as the rail calls it */
                        subscriptionId?: string;
                        /**
                         * Format: date-time
                         * @description ISO 8601 with an offset
                         */
                        periodStart?: string;
                        /**
                         * Format: date-time
                         * @description ISO 8601 with an offset
                         */
                        periodEnd?: string;
                        /**
                         * Format: date-time
                         * @description ISO 8601 with an offset
                         */
                        trialEnd?: string;
                        autoRenew?: boolean;
                        /** @description Of subscriptions: the price of a period */
                        priceCents?: number;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `invalid_signature` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_signature_401"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    getWallet: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Wallet"];
                };
            };
            /** @description `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `user_suspended`, `user_banned`, `user_deleted` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_user_suspended_403"] | components["schemas"]["Error_user_banned_403"] | components["schemas"]["Error_user_deleted_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
    postWatch: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "episodeId": "01930000-0000-7000-8000-000000000055",
                 *       "startedAt": "2026-11-01T19:00:00Z",
                 *       "endedAt": "2026-11-01T19:01:30Z",
                 *       "secondsWatched": 88,
                 *       "completed": true
                 *     }
                 */
                "application/json": {
                    episodeId: string;
                    /**
                     * Format: date-time
                     * @description ISO 8601 with an offset
                     */
                    startedAt: string;
                    /**
                     * Format: date-time
                     * @description ISO 8601 with an offset
                     */
                    endedAt?: string | null;
                    secondsWatched: number;
                    completed: boolean;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Watch"];
                };
            };
            /** @description `invalid_json`, `validation_failed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_invalid_json_400"] | components["schemas"]["Error_validation_failed_400"];
                };
            };
            /** @description `unauthorized`, `invalid_token`, `token_revoked` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unauthorized_401"] | components["schemas"]["Error_invalid_token_401"] | components["schemas"]["Error_token_revoked_401"];
                };
            };
            /** @description `episode_locked`, `user_suspended`, `user_banned`, `user_deleted` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_episode_locked_403"] | components["schemas"]["Error_user_suspended_403"] | components["schemas"]["Error_user_banned_403"] | components["schemas"]["Error_user_deleted_403"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_not_found_404"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_payload_too_large_413"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unsupported_media_type_415"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_rate_limited_429"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_internal_error_500"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error_unavailable_503"];
                };
            };
        };
    };
}
