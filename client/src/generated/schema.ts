// Generated from docs/openapi.json by `npm run generate -w client`; changes by hand are lost.
export interface paths {
    "/api/{version_number}/{project_name}/async-job": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the project's jobs */
        get: operations["listJobs"];
        put?: never;
        /**
         * Upload a file
         * @description The file is checked row by row in a job; its good rows take effect all at once when the job is done. Follow the job by `Operation-Location`. A broken upload leaves nothing behind. Parts may come in any order.
         */
        post: operations["createAsyncJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/{version_number}/{project_name}/async-job/{async_job_id}/input": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch the file as it was sent
         * @description By the link of the job's record, or with the project's token.
         */
        get: operations["getInputFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/{version_number}/{project_name}/async-job/{async_job_id}/parsed.jsonl": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch the rows as they were read
         * @description By the link of the job's record, or with the project's token.
         */
        get: operations["getParsedRows"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/{version_number}/{project_name}/async-job/{async_job_id}/rejections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the rejected rows of a job */
        get: operations["listRejections"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/{version_number}/{project_name}/async-job/{async_job_id}/rejections.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch the error file
         * @description By the link of the job's record, or with the project's token.
         */
        get: operations["getRejectionsFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/{version_number}/{project_name}/async-job/{async_job_id}/rejections.xlsx": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch the error file as a spreadsheet
         * @description By the link of the job's record, or with the project's token.
         */
        get: operations["getRejectionsWorkbook"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/{version_number}/{project_name}/async-job/{async_job_id}/rejections/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Count the rejected rows of a job by kind and field */
        get: operations["summarizeRejections"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/{version_number}/{project_name}/async-job/status/{async_job_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the status of a job */
        get: operations["getAsyncJob"];
        put?: never;
        post?: never;
        /**
         * Cancel a job
         * @description One that waits or runs; nothing of it takes effect, and it is `failed`.
         */
        delete: operations["cancelAsyncJob"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/{version_number}/{project_name}/entity/route": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List routes */
        get: operations["listRoutes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/{version_number}/{project_name}/entity/route/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export routes
         * @description All routes that match, as they are at one moment, in one stream. `Accept: text/csv` answers CSV that can be uploaded again as it is; else each line is a JSON object.
         */
        get: operations["exportRoutes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/{version_number}/{project_name}/entity/route/template.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Fetch a CSV file to fill in with routes */
        get: operations["getRouteTemplate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/{version_number}/{project_name}/entity/store": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List stores */
        get: operations["listStores"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/{version_number}/{project_name}/entity/store/branch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List branches */
        get: operations["listBranches"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/{version_number}/{project_name}/entity/store/district": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List districts */
        get: operations["listDistricts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/{version_number}/{project_name}/entity/store/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export stores
         * @description All stores that match, as they are at one moment, in one stream. `Accept: text/csv` answers CSV that can be uploaded again as it is; else each line is a JSON object.
         */
        get: operations["exportStores"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/{version_number}/{project_name}/entity/store/map": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See where stores are
         * @description The stores that match, with those near each other as one cluster. Any store field is a filter.
         */
        get: operations["getStoreMap"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/{version_number}/{project_name}/entity/store/region": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List regions */
        get: operations["listRegions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/{version_number}/{project_name}/entity/store/retailer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List retailers */
        get: operations["listRetailers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/{version_number}/{project_name}/entity/store/state": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List states */
        get: operations["listStates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/{version_number}/{project_name}/entity/store/store-type": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List store types */
        get: operations["listStoreTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/{version_number}/{project_name}/entity/store/template.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Fetch a CSV file to fill in with stores */
        get: operations["getStoreTemplate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/{version_number}/{project_name}/entity/user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List users */
        get: operations["listUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/{version_number}/{project_name}/entity/user/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export users
         * @description All users that match, as they are at one moment, in one stream. `Accept: text/csv` answers CSV that can be uploaded again as it is; else each line is a JSON object.
         */
        get: operations["exportUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/{version_number}/{project_name}/entity/user/template.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Fetch a CSV file to fill in with users */
        get: operations["getUserTemplate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/analysis-results/{event_uid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch a result that is stored here
         * @description The `analysis_result_url` of a result that was published as a value. The link is the only key to it.
         */
        get: operations["getAnalysisResult"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/notifier/public/{project_name}/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the project's part of the audit log */
        get: operations["listProjectAuditEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/notifier/public/{project_name}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List deliveries */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/notifier/public/{project_name}/deliveries/{delivery_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a delivery with its attempts */
        get: operations["getDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/notifier/public/{project_name}/deliveries/{delivery_id}/redeliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a delivery again
         * @description Of a dead delivery or a delivered one; it keeps its id, so that receivers can tell.
         */
        post: operations["redeliverDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/notifier/public/{project_name}/deliveries/counts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Count what is queued and dead */
        get: operations["countDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/notifier/public/{project_name}/endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Health of the callback URLs
         * @description An endpoint is `failing` after 10 failed attempts in a row. One delivery then probes it by its own schedule, the others wait; the first success makes it `healthy` again.
         */
        get: operations["listEndpoints"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/notifier/public/{project_name}/lookups/unknown": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List unknown lookup values
         * @description That uploads were refused for. What is added to the project's values leaves the list.
         */
        get: operations["listUnknownLookups"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/notifier/public/{project_name}/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The project at a glance */
        get: operations["getProjectOverview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/notifier/public/{project_name}/redeliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send many deliveries again */
        post: operations["redeliverDeliveries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/notifier/public/{project_name}/subscription": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the subscription */
        get: operations["getSubscription"];
        /**
         * Create or replace the subscription
         * @description Replaces the whole subscription. What is pending for a URL that goes away is cancelled; where only the query of a URL changes, such as a rotated key, what is pending goes to the new one.
         */
        put: operations["putSubscription"];
        post?: never;
        /**
         * Delete the subscription
         * @description What is pending is cancelled.
         */
        delete: operations["deleteSubscription"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/notifier/public/{project_name}/subscriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/notifier/public/{project_name}/test-events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event
         * @description The callback is like any other; the result that its `analysis_result_url` leads to says that it is a test and that no session was analysed. Its event_id begins with `test-`.
         */
        post: operations["sendTestEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/notifier/public/wave_types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/notifier/public/wave-types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the wave types
         * @description The wave types that the project can subscribe to. The list may grow at any time.
         */
        get: operations["listWaveTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/operator/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the audit log
         * @description Every change by the operator or a project, kept also when the project is deleted, and sign-ins at the console. Those that were refused (`session.refuse`) are counted: one entry a minute, address and token that was once valid, with the number of attempts and of each reason in `details`.
         */
        get: operations["listAuditEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/operator/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The service at a glance */
        get: operations["getOverview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/operator/project-summaries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All projects at a glance */
        get: operations["listProjectSummaries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/operator/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the projects */
        get: operations["listProjects"];
        put?: never;
        /** Create a project */
        post: operations["createProject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/operator/projects/{project_name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a project */
        get: operations["getProject"];
        put?: never;
        post?: never;
        /**
         * Delete a project
         * @description With everything that belongs to it: tokens, entities, jobs, subscription, deliveries.
         */
        delete: operations["deleteProject"];
        options?: never;
        head?: never;
        /**
         * Change settings of a project
         * @description What is not named stays as it is.
         */
        patch: operations["updateProject"];
        trace?: never;
    };
    "/api/operator/projects/{project_name}/analysis-results": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List what was published */
        get: operations["listAnalysisResults"];
        put?: never;
        /**
         * Publish analysis results
         * @description One, or up to 1,000. Answers when everything is committed. One bad element refuses the request whole, with its index; nothing of it is stored then.
         */
        post: operations["publishAnalysisResults"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/operator/projects/{project_name}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List deliveries */
        get: operations["listProjectDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/operator/projects/{project_name}/deliveries/{delivery_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a delivery with its attempts */
        get: operations["getProjectDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/operator/projects/{project_name}/deliveries/{delivery_id}/redeliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a delivery again
         * @description Of a dead delivery or a delivered one; it keeps its id, so that receivers can tell.
         */
        post: operations["redeliverProjectDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/operator/projects/{project_name}/deliveries/counts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Count what is queued and dead */
        get: operations["countProjectDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/operator/projects/{project_name}/endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Health of the callback URLs
         * @description An endpoint is `failing` after 10 failed attempts in a row. One delivery then probes it by its own schedule, the others wait; the first success makes it `healthy` again.
         */
        get: operations["listProjectEndpoints"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/operator/projects/{project_name}/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the jobs of a project */
        get: operations["listProjectJobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/operator/projects/{project_name}/lookups/{type}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the values of a lookup */
        get: operations["getLookup"];
        /**
         * Replace the values of a lookup
         * @description Rows that were accepted before keep the values that they have.
         */
        put: operations["replaceLookup"];
        /**
         * Add values to a lookup
         * @description Rows that were accepted before keep the values that they have.
         */
        post: operations["addToLookup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/operator/projects/{project_name}/lookups/unknown": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List unknown lookup values
         * @description That uploads were refused for. What is added to the project's values leaves the list.
         */
        get: operations["listProjectUnknownLookups"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/operator/projects/{project_name}/redeliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send many deliveries again */
        post: operations["redeliverProjectDeliveries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/operator/projects/{project_name}/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Figures of a project */
        get: operations["getProjectStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/operator/projects/{project_name}/test-events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event
         * @description The callback is like any other; the result that its `analysis_result_url` leads to says that it is a test and that no session was analysed. Its event_id begins with `test-`.
         */
        post: operations["sendProjectTestEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/operator/projects/{project_name}/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the tokens */
        get: operations["listTokens"];
        put?: never;
        /**
         * Issue a token
         * @description The token itself is in this answer only.
         */
        post: operations["issueToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/operator/projects/{project_name}/tokens/{token_id}": {
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
         * Revoke a token
         * @description Requests with it are 401 from now on.
         */
        delete: operations["revokeToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/operator/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Figures of the service */
        get: operations["getServiceStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/operator/system": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The state of the installation */
        get: operations["getSystem"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Is the process alive? */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Metrics for Prometheus */
        get: operations["getMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** This document */
        get: operations["getOpenApiDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Can it serve? */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    analysisResult: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** @description With exactly one of `analysis_result_url` and `analysis_result` */
        AnalysisResult: {
            /** @description In place of the URL, any JSON value: Shelfwire stores and serves it */
            analysis_result?: unknown;
            /**
             * Format: uri
             * @description Where the result is (http or https)
             */
            analysis_result_url?: string;
            /** @description Stands in callbacks where the project has it enabled */
            client_session_id?: string;
            /** @description A second publish with it within 24 h changes nothing */
            event_id?: string;
            /** Format: uuid */
            session_uid: string;
            /** @description Stands in callbacks where the project has it enabled */
            store_number?: string;
            /** @description One of the project's wave types, except `all` */
            wave_type: string;
        };
        AsyncJob: {
            action: string;
            /** Format: uuid */
            async_job_id: string;
            /**
             * Format: date-time
             * @description When it ended
             */
            complete_time: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds
             */
            creation_time: string;
            /** @description `store`, `user` or `route` */
            entity_type: string;
            /** @description Why nothing of it took effect */
            failure_reason: string | null;
            /** @description How a CSV file was read */
            file_delimiter: string | null;
            /** @description How the file was read */
            file_encoding: string | null;
            /** @enum {string} */
            file_format: "JSON" | "CSV" | "CSV_ZIP" | "JSON_ZIP";
            /** @description As the client named it */
            file_name: string;
            /**
             * @description `validate_only`: rows are checked and nothing is written
             * @enum {string}
             */
            import_mode: "" | "validate_only";
            /**
             * Format: uri
             * @description The file as it was sent
             */
            input_file_url: string;
            mode: string;
            /** @description Of the effected rows: those that changed something; null until known */
            number_of_changed_items: number | null;
            /** @description Of the effected rows: new ones; null until known */
            number_of_created_items: number | null;
            /** @description Of the effected rows: those that set the delete flag; null until known */
            number_of_deleted_items: number | null;
            /** @description Rows that were accepted; null until known */
            number_of_effected_items: number | null;
            /** @description Rows: effected and rejected ones together; null until known */
            number_of_job_items: number | null;
            /** @description Rows that were refused; null until known */
            number_of_rejected_items: number | null;
            /** @description Of the effected rows: those that were there just so; null until known */
            number_of_unchanged_items: number | null;
            /**
             * Format: uri
             * @description The rows as they were read, as JSON lines
             */
            parsed_file_url: string | null;
            /** @description While it runs */
            progress: components["schemas"]["JobProgress"] | null;
            project: string;
            /**
             * Format: uri
             * @description The refused rows with their messages, as JSON; `[]` where there are none
             */
            rejection_details_url: string | null;
            /**
             * Format: uri
             * @description The same as a spreadsheet
             */
            rejection_details_xlsx_url: string | null;
            source: string;
            /**
             * @description `done` says that the file was read and its good rows took effect; see the rejected ones
             * @enum {string}
             */
            status: "queued" | "in progress" | "done" | "failed";
            /**
             * Format: uri
             * @description The URL of this record
             */
            status_url: string;
            /** @description How often it was started */
            tries: number;
            /** @description Whose token sent the file */
            user_name: string;
            /** @description What is odd but was taken, such as unknown columns */
            warnings: string[];
        };
        Attempt: {
            /** @description The first 4 KiB of the receiver's answer; the operator alone sees it */
            answer: string | null;
            duration_ms: number;
            /** @description Counted from 1 */
            number: number;
            /** @description `delivered`, or the class of failure */
            outcome: string;
            round: number;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds
             */
            start_time: string;
            /** @description Of the receiver's answer */
            status_code: number | null;
        };
        Attention: {
            consecutive_failures: number;
            endpoint_id: number;
            /** @constant */
            kind: "endpoint_failing";
            project: string;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds
             */
            since: string;
            /** @description Query values are masked */
            url: string;
            /** @description Deliveries that wait for it; 100,000 stands for more */
            waiting: number;
        } | {
            count: number;
            /** @constant */
            kind: "deliveries_dead";
            project: string;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds
             */
            since: string;
        } | {
            async_job_id: string;
            entity_type: string;
            failure_reason: string;
            file_name: string;
            /** @constant */
            kind: "job_failed";
            project: string;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds
             */
            time: string;
        } | {
            async_job_id: string;
            entity_type: string;
            file_name: string;
            items: number;
            /** @constant */
            kind: "job_rejections";
            project: string;
            rejected: number;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds
             */
            time: string;
        } | {
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds
             */
            expires_at: string;
            /** @constant */
            kind: "token_expiring";
            project: string;
            token_id: string;
            user_name: string;
        };
        AuditEntry: {
            /** @enum {string} */
            action: "project.create" | "project.change" | "project.delete" | "token.create" | "token.revoke" | "lookup.replace" | "lookup.add" | "subscription.put" | "subscription.delete" | "test_event.send" | "delivery.redeliver" | "deliveries.redeliver" | "job.upload" | "job.cancel" | "session.open" | "session.close" | "session.refuse";
            actor: {
                /** @description Of the client */
                address: string;
                /**
                 * @description `unknown`: whoever was refused to sign in without a token that was ever valid
                 * @enum {string}
                 */
                kind: "operator" | "project" | "unknown";
                /** @description Empty where it is unknown */
                user_name: string;
            };
            audit_id: string;
            /** @description Without secrets */
            details: {
                [key: string]: unknown;
            } | null;
            /** @description Null where the change concerns none */
            project: string | null;
            /** @description What was changed */
            target: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds
             */
            time: string;
        };
        AuditPage: {
            entries: components["schemas"]["AuditEntry"][];
            /** @description Where the next page starts; "" after the last */
            next_cursor: string;
        };
        CallbackRequest: {
            /** @description As it is sent, with the project's settings of now */
            body: string;
            /** @description Those of the last attempt; secrets are masked */
            headers: {
                [key: string]: string;
            };
            method: string;
            /** @description Query values are masked */
            url: string;
        };
        DatabaseState: {
            bytes: number;
            /** @description Run by the service itself, under its data folder */
            embedded: boolean;
            /** @description The largest first */
            tables: {
                /** @description With indexes and partitions */
                bytes: number;
                name: string;
                /** @description As the database last counted */
                rows_estimate: number;
            }[];
            version: string;
        };
        Delivery: {
            attempts_made: number;
            /**
             * Format: date-time
             * @description When it was delivered, cancelled or given up
             */
            complete_time: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds
             */
            creation_time: string;
            /** @description Also the webhook-id of its callbacks */
            delivery_id: string;
            /** @description As published, or made by the service */
            event_id: string;
            /** @description Class of the last attempt's failure */
            last_failure: string | null;
            /** @description Of the receiver's last answer */
            last_status_code: number | null;
            /**
             * Format: date-time
             * @description Where one is to come
             */
            next_attempt_time: string | null;
            /** @description Why it is dead or cancelled */
            reason: string | null;
            /** @description Rounds of attempts, from 1 */
            round: number;
            session_uid: string;
            /** @enum {string} */
            status: "pending" | "leased" | "delivered" | "dead" | "cancelled";
            /** @description Query values are masked */
            url: string;
            wave_type: string;
        };
        DeliveryCounts: {
            /** @description Deliveries that are kept and dead */
            dead: number;
            failing_endpoints: number;
            /** @description Deliveries in the hands of a process */
            leased: number;
            /** @description How long the oldest delivery that is due has been waiting */
            oldest_due_seconds: number | null;
            /** @description Deliveries that wait, for their first attempt or the next */
            pending: number;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds
             */
            time: string;
        };
        DeliveryPage: {
            deliveries: components["schemas"]["Delivery"][];
            /** @description Where the next page starts; "" after the last */
            next_cursor: string;
        };
        DeliveryWithAttempts: {
            attempts: components["schemas"]["Attempt"][];
            attempts_made: number;
            /**
             * Format: date-time
             * @description When it was delivered, cancelled or given up
             */
            complete_time: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds
             */
            creation_time: string;
            /** @description Also the webhook-id of its callbacks */
            delivery_id: string;
            /** @description As published, or made by the service */
            event_id: string;
            /** @description Class of the last attempt's failure */
            last_failure: string | null;
            /** @description Of the receiver's last answer */
            last_status_code: number | null;
            /**
             * Format: date-time
             * @description Where one is to come
             */
            next_attempt_time: string | null;
            /** @description Why it is dead or cancelled */
            reason: string | null;
            /** @description Null where the event is past its retention */
            request: components["schemas"]["CallbackRequest"] | null;
            /** @description Rounds of attempts, from 1 */
            round: number;
            session_uid: string;
            /** @enum {string} */
            status: "pending" | "leased" | "delivered" | "dead" | "cancelled";
            /** @description Query values are masked */
            url: string;
            wave_type: string;
        };
        Endpoint: {
            /** @description Failed attempts in a row */
            consecutive_failures: number;
            /** @description Tells endpoints apart whose masked URLs are the same */
            endpoint_id: number;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds
             */
            failing_since: string | null;
            /** @enum {string} */
            health: "healthy" | "failing";
            /** @description Null where there was none yet */
            last_attempt: {
                duration_ms: number;
                /** @description `delivered`, or the class of failure */
                outcome: string;
                status_code: number | null;
                /**
                 * Format: date-time
                 * @description ISO 8601 UTC with milliseconds
                 */
                time: string;
            } | null;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds
             */
            next_probe_time: string | null;
            recent: components["schemas"]["EndpointRecent"];
            /** @description Query values are masked */
            url: string;
        };
        /** @description The attempts of the last minutes */
        EndpointRecent: {
            attempts: number;
            /** @description Minute by minute, the present one last */
            buckets: {
                delivered: number;
                failed: number;
                /**
                 * Format: date-time
                 * @description ISO 8601 UTC with milliseconds
                 */
                time: string;
            }[];
            delivered: number;
            minutes: number;
            /** @description Half of the attempts ended within this time */
            p50_ms: number | null;
            /** @description 19 of 20 attempts ended within this time */
            p95_ms: number | null;
            /** @description Delivered attempts among those made, 0 to 1 */
            success_rate: number | null;
        };
        ErrorBody: {
            /** @description The reason phrase of the status */
            error: string;
            /** @description What is wrong; a list where several things are */
            message: string | string[];
            /** @description To quote to the operator; with 500 and 503 only */
            request_id?: string;
            /** @description The HTTP status */
            statusCode: number;
        };
        Event: {
            analysis_result_url: string;
            /** @description As published */
            client_session_id: string | null;
            /** @description URLs that want it */
            deliveries: number;
            /** @description As published, or made by the service */
            event_id: string;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds
             */
            publish_time: string;
            session_uid: string;
            /** @description As published */
            store_number: string | null;
            wave_type: string;
        };
        EventPage: {
            events: components["schemas"]["Event"][];
            /** @description Where the next page starts; "" after the last */
            next_cursor: string;
        };
        IssuedToken: {
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds
             */
            expires_at: string;
            /** @description Shown once; Shelfwire keeps only its hash */
            token: string;
            /**
             * Format: uuid
             * @description Names the token without opening anything
             */
            token_id: string;
            user_name: string;
        };
        JobPage: {
            jobs: components["schemas"]["AsyncJob"][];
            metadata: components["schemas"]["PageMetadata"];
        };
        JobProgress: {
            /** @description Of the file; null where unknown */
            percent: number | null;
            /** @enum {string} */
            phase: "reading" | "applying";
            rows_per_second: number;
            rows_read: number;
            /** @description Until the file is read; null where unknown */
            seconds_left: number | null;
        };
        LookupValues: {
            /** @description Sorted */
            values: string[];
        };
        LookupValuesInput: {
            values: string[];
        };
        NotificationPayload: {
            /**
             * Format: uri
             * @description Where the analysis result (JSON) is
             */
            analysis_result_url: string;
            /** @description Only where the operator has enabled it for the project */
            client_session_id?: string;
            /**
             * Format: uuid
             * @description The session that the result was made for
             */
            session_uid: string;
            /** @description Always the same name of the service's maker */
            source: string;
            /** @description Only where the operator has enabled it for the project */
            store_number?: string;
        };
        OutcomeBucket: {
            /** @description Deliveries given up */
            dead: number;
            /** @description Attempts that were acknowledged */
            delivered: number;
            failed_attempts: number;
            /** @description 19 of 20 attempts ended within this time */
            p95_ms: number | null;
            seconds: number;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds
             */
            time: string;
        };
        OutcomeTotals: {
            /** @description Deliveries given up */
            dead: number;
            /** @description Attempts that were acknowledged */
            delivered: number;
            failed_attempts: number;
            /** @description Failed attempts by class; only those that occurred */
            failures: {
                address_forbidden?: number;
                answer_too_large?: number;
                connect_failed?: number;
                dns_failed?: number;
                redirected?: number;
                status_rejected?: number;
                timed_out?: number;
                tls_failed?: number;
            };
            /** @description Half of the attempts ended within this time */
            p50_ms: number | null;
            /** @description 19 of 20 attempts ended within this time */
            p95_ms: number | null;
            /** @description 99 of 100 attempts ended within this time */
            p99_ms: number | null;
            /** @description Delivered attempts among those made, 0 to 1; null where there was none */
            success_rate: number | null;
        };
        Overview: {
            /** @description The worst first: failing endpoints; what died within a week and can be redelivered; uploads of a week that failed or had many rows refused, unless a later one was done; tokens that expire within 30 days */
            attention: components["schemas"]["Attention"][];
            /** @description From the oldest to the present one, quiet ones included */
            buckets: components["schemas"]["OutcomeBucket"][];
            now: components["schemas"]["OverviewNow"];
            /** @enum {string} */
            range: "1h" | "24h" | "7d" | "30d";
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds
             */
            time: string;
            totals: components["schemas"]["OutcomeTotals"];
        };
        /** @description Success rate and times are those of the last 15 minutes */
        OverviewNow: {
            /** @description Deliveries that are kept and dead */
            dead: number;
            /** @description Of the last sixty seconds */
            deliveries_per_minute: number;
            failing_endpoints: number;
            jobs_queued: number;
            jobs_running: number;
            /** @description Deliveries in the hands of a process */
            leased: number;
            /** @description How long the oldest delivery that is due has been waiting */
            oldest_due_seconds: number | null;
            /** @description Half of the attempts ended within this time */
            p50_ms: number | null;
            /** @description 19 of 20 attempts ended within this time */
            p95_ms: number | null;
            /** @description 99 of 100 attempts ended within this time */
            p99_ms: number | null;
            /** @description Deliveries that wait, for their first attempt or the next */
            pending: number;
            /** @description Of the running jobs together */
            rows_per_second: number;
            /** @description Delivered attempts among those made, 0 to 1; null where there was none */
            success_rate: number | null;
        };
        PageMetadata: {
            /** @description Paths with the full query; "" where there is no such page */
            links: {
                first: string;
                last: string;
                next: string;
                previous: string;
                self: string;
            };
            /** @description Counts from 0 */
            page: number;
            page_count: number;
            per_page: number;
            /** @description Elements on all pages */
            total_count: number;
        };
        Project: {
            /** @description The header that callbacks carry; its value is masked */
            callback_auth: {
                header_name: string;
                header_value: string;
            } | null;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds
             */
            creation_time: string;
            /** @description The name of lists in reads: `plural` or `singular` */
            list_key: string;
            /** @description `strict`, or `open`: unknown values are added */
            lookup_policy: string;
            /** @description Fields that rows must have besides those that are always mandatory */
            mandatory_fields: {
                route?: string[];
                store?: string[];
                user?: string[];
            };
            name: string;
            /** @description Optional members of callbacks that are enabled */
            payload_fields: string[];
            /** @description Requests a second and token; null: the standard */
            rate_limit: number | null;
            /** @description What died in an outage is sent when the endpoint is back */
            redeliver_on_recovery: boolean;
            /** @description The secrets that sign callbacks, newest first; masked, but where this request has set them */
            signing: {
                secrets: string[];
            } | null;
            wave_types: string[];
        };
        ProjectInput: {
            /** @description A header that callbacks carry; its value is encrypted at rest; null ends it */
            callback_auth?: {
                header_name: string;
                header_value: string;
            } | null;
            /**
             * @description The name of lists in reads; `plural` by default
             * @enum {string}
             */
            list_key?: "plural" | "singular";
            /**
             * @description `strict` by default; `open`: unknown lookup values are added
             * @enum {string}
             */
            lookup_policy?: "strict" | "open";
            /** @description Fields that rows must have besides the interface's own */
            mandatory_fields?: {
                route?: string[];
                store?: string[];
                user?: string[];
            };
            /** @description Stands in paths; cannot be changed */
            name: string;
            /** @description Optional members that callbacks carry */
            payload_fields?: ("store_number" | "client_session_id")[];
            /** @description Requests a second and token */
            rate_limit?: number | null;
            /** @description Send what died in an outage when the endpoint is back; true by default */
            redeliver_on_recovery?: boolean;
            signing?: null | {
                /** @description Newest first */
                secrets: string[];
            } | {
                /**
                 * @description Make a new secret and keep the newest present one beside it
                 * @constant
                 */
                generate: true;
            };
            /** @description What the project can subscribe to; `all` is always among them */
            wave_types?: string[];
        };
        ProjectList: {
            projects: components["schemas"]["Project"][];
        };
        ProjectQueue: {
            deliveries: {
                /** @description In the hands of a process */
                leased: number;
                /** @description Waiting, for their first attempt or the next */
                pending: number;
            };
            endpoints: {
                failing: number;
                healthy: number;
            };
            project: string;
        };
        ProjectSettingsInput: {
            /** @description A header that callbacks carry; its value is encrypted at rest; null ends it */
            callback_auth?: {
                header_name: string;
                header_value: string;
            } | null;
            /**
             * @description The name of lists in reads; `plural` by default
             * @enum {string}
             */
            list_key?: "plural" | "singular";
            /**
             * @description `strict` by default; `open`: unknown lookup values are added
             * @enum {string}
             */
            lookup_policy?: "strict" | "open";
            /** @description Fields that rows must have besides the interface's own */
            mandatory_fields?: {
                route?: string[];
                store?: string[];
                user?: string[];
            };
            /** @description Optional members that callbacks carry */
            payload_fields?: ("store_number" | "client_session_id")[];
            /** @description Requests a second and token */
            rate_limit?: number | null;
            /** @description Send what died in an outage when the endpoint is back; true by default */
            redeliver_on_recovery?: boolean;
            signing?: null | {
                /** @description Newest first */
                secrets: string[];
            } | {
                /**
                 * @description Make a new secret and keep the newest present one beside it
                 * @constant
                 */
                generate: true;
            };
            /** @description What the project can subscribe to; `all` is always among them */
            wave_types?: string[];
        };
        ProjectStats: {
            deliveries: {
                /** @description In the hands of a process */
                leased: number;
                /** @description Waiting, for their first attempt or the next */
                pending: number;
            };
            endpoints: {
                failing: number;
                healthy: number;
            };
            /** @description Jobs by status */
            jobs: {
                [key: string]: number;
            };
            minutes: {
                /** @description Deliveries whose URL was unsubscribed */
                cancelled: number;
                /** @description Deliveries that will not be tried again by themselves */
                dead: number;
                /** @description Deliveries that were acknowledged */
                delivered: number;
                /** @description Published */
                events: number;
                /** @description Deliveries that are still to be made */
                queued: number;
                /**
                 * Format: date-time
                 * @description ISO 8601 UTC with milliseconds
                 */
                time: string;
            }[];
            project: string;
            /** @description What was published within the minutes, and what has become of it */
            recent: {
                /** @description Deliveries whose URL was unsubscribed */
                cancelled: number;
                /** @description Deliveries that will not be tried again by themselves */
                dead: number;
                /** @description Deliveries that were acknowledged */
                delivered: number;
                /** @description Published */
                events: number;
                /** @description Deliveries that are still to be made */
                queued: number;
            };
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds
             */
            time: string;
        };
        ProjectSummary: {
            /** @description Deliveries that are kept and dead */
            dead: number;
            failing_endpoints: number;
            /**
             * Format: date-time
             * @description When the newest event was published
             */
            last_event_time: string | null;
            /**
             * Format: date-time
             * @description When the newest upload was accepted
             */
            last_job_time: string | null;
            /** @description Deliveries in the queue */
            pending: number;
            project: string;
            /** @description Attempts of the last 24 hours, hour by hour */
            sparkline: {
                delivered: number;
                failed: number;
                /**
                 * Format: date-time
                 * @description ISO 8601 UTC with milliseconds
                 */
                time: string;
            }[];
            /** @description Stores that are not deleted */
            stores: number;
        };
        PublishAnswer: {
            accepted: number;
            /** @description Of these, known by their `event_id`; they change nothing */
            duplicates: number;
            /** @description In the order of the request */
            events: {
                /** @description URLs that want it */
                deliveries: number;
                /** @description As published, or made by the service */
                event_id: string;
            }[];
        };
        QueueState: {
            dead: number;
            failing_endpoints: number;
            jobs_queued: number;
            jobs_running: number;
            leased: number;
            /** @description How long the oldest delivery that is due has been waiting */
            oldest_due_seconds: number | null;
            pending: number;
        };
        RedeliveryCount: {
            /** @description What the filter finds */
            matched: number;
            /** @description What went back to the queue */
            redelivered: number;
        };
        RedeliveryOrder: {
            /** @description Count only */
            dry_run?: boolean;
            filter?: {
                /**
                 * Format: date-time
                 * @description Made at this time or later
                 */
                from?: string;
                /**
                 * Format: uuid
                 * @description Of this session
                 */
                session_uid?: string;
                /**
                 * @description `dead` by default
                 * @enum {string}
                 */
                status?: "dead" | "delivered";
                /**
                 * Format: date-time
                 * @description Made before this time
                 */
                to?: string;
                /** @description Of this URL: as registered, as masked in lists, or without its query */
                url?: string;
            };
        };
        /** @description The row's key field, as it was sent, and what is wrong with the row */
        RejectedRow: {
            errors: string[];
        } & {
            [key: string]: unknown;
        };
        Rejection: {
            code: string;
            /** @description What the message is about; null: the row */
            field: string | null;
            /** @description The key of the row, as it was sent */
            key: unknown;
            /** @description Of the file, counted from 1 */
            line: number;
            message: string;
            /** @description Counted from 1, the header apart */
            row: number;
            /** @description As it was sent */
            value: unknown;
        };
        RejectionPage: {
            metadata: components["schemas"]["PageMetadata"];
            rejections: components["schemas"]["Rejection"][];
        };
        RejectionSummary: {
            groups: {
                code: string;
                field: string | null;
                /** @description The first of them */
                message: string;
                /** @description A row with several messages counts in several groups */
                rows: number;
            }[];
        };
        /** @description Every field is there, null where it is empty, unless the parameter `fields` names some */
        Route: {
            /** @description What the route is for */
            description?: string | null;
            /** @description Unique identifier; cannot be changed */
            external_route_id?: string;
            /** @description True deletes the route */
            is_deleted?: boolean;
            /** @description Seconds since the epoch */
            last_update_time?: number;
            /** @description Name of the route */
            name?: string;
            /** @description Stores on the route */
            stores?: string[];
            /** @description Users of the route */
            users?: string[];
        };
        ServiceProcess: {
            host: string;
            /** @description Whether it is the one that answers */
            is_this: boolean;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds
             */
            last_beat_at: string;
            pid: number;
            process_id: string;
            roles: string[];
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds
             */
            started_at: string;
            version: string;
        };
        ServiceStats: {
            projects: components["schemas"]["ProjectQueue"][];
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds
             */
            time: string;
        };
        /** @description Every field is there, null where it is empty, unless the parameter `fields` names some */
        Store: {
            /** @description Name-value pairs */
            additional_attributes?: {
                [key: string]: string | null;
            };
            /** @description Pre-configured value */
            branch_name?: string | null;
            /** @description City */
            city?: string;
            /** @description Pre-configured value */
            district_name?: string | null;
            /** @description False removes the store from the mobile application; it stays in reports */
            is_active?: boolean;
            /** @description True deletes the store, false removes the delete flag */
            is_deleted?: boolean;
            /** @description Seconds since the epoch */
            last_update_time?: number;
            /** @description Degrees */
            latitude?: number | null;
            /** @description Degrees */
            longitude?: number | null;
            /** @description E-mail address of the manager */
            manager_email?: string | null;
            /** @description Name of the manager */
            manager_name?: string | null;
            /** @description Phone number of the manager */
            manager_phone?: string | null;
            /** @description Postal code */
            postal_code?: string | null;
            /** @description Pre-configured value */
            region_name?: string;
            /** @description Pre-configured value */
            retailer_name?: string | null;
            /** @description ISO code of the state or province; pre-configured value */
            state_code?: string | null;
            /** @description Short name for reports */
            store_display_name?: string | null;
            /** @description Name of the store */
            store_name?: string;
            /** @description Unique identifier; cannot be changed */
            store_number?: string;
            /** @description Pre-configured value */
            store_type_name?: string;
            /** @description Street and number */
            street?: string;
        };
        StoreCluster: {
            /** @description west, south, east, north: where all of them are */
            bounds: number[];
            count: number;
            latitude: number;
            /** @description Of their middle, in degrees */
            longitude: number;
            store_name: string | null;
            /** @description Of one store alone */
            store_number: string | null;
        };
        StoreMap: {
            /** @description Within the bounds, the largest first */
            clusters: components["schemas"]["StoreCluster"][];
            /** @description Matching stores with a place, also outside of the bounds */
            placed: number;
            without_place: number;
        };
        Subscription: {
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds
             */
            last_update_time: string;
            url_list: string[];
            /** @description The API user that last set it */
            user_name: string;
            wave_type_list: string[];
        };
        SubscriptionInput: {
            /** @description Duplicates count once */
            url_list: string[];
            wave_type_list: string[];
        };
        SystemState: {
            /** @description Of the process that answers */
            configuration: {
                name: string;
                /** @enum {string} */
                source: "environment" | "default" | "generated";
                /** @description Secrets are masked */
                value: string;
            }[];
            database: components["schemas"]["DatabaseState"];
            limits: {
                name: string;
                unit: string;
                value: number;
            }[];
            node_version: string;
            /** @description All that share the database */
            processes: components["schemas"]["ServiceProcess"][];
            queue: components["schemas"]["QueueState"];
            retention: {
                days: number;
                name: string;
            }[];
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds
             */
            started_at: string;
            version: string;
        };
        TestEvent: {
            deliveries: components["schemas"]["Delivery"][];
            event_id: string;
            session_uid: string;
            wave_type: string;
        };
        TestEventOrder: {
            /** @description From the list of endpoints; all of them without it */
            endpoint_id?: number;
        };
        Token: {
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds
             */
            creation_time: string;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds
             */
            expires_at: string;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds
             */
            revoked_at: string | null;
            /** @enum {string} */
            status: "valid" | "expired" | "revoked";
            /**
             * Format: uuid
             * @description Names the token without opening anything
             */
            token_id: string;
            user_name: string;
        };
        TokenInput: {
            /**
             * Format: date-time
             * @description 365 days from now by default
             */
            expires_at?: string;
            /** @description Who acts with it; stands in subscriptions and jobs */
            user_name: string;
        };
        UnknownLookup: {
            /** @description Of that upload */
            async_job_id: string;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds
             */
            last_seen: string;
            /** @description Rows of the latest such upload that have it */
            rows: number;
            type: string;
            value: string;
        };
        UnknownLookups: {
            /** @description The most frequent first */
            values: components["schemas"]["UnknownLookup"][];
        };
        UploadForm: {
            /** @description `store`, `user` or `route`; the plural is taken as well */
            entity_type: string;
            /**
             * Format: binary
             * @description The file
             */
            file: string;
            /**
             * @description In any letter case
             * @enum {string}
             */
            file_format: "JSON" | "CSV" | "CSV_ZIP" | "JSON_ZIP";
            /**
             * @description `validate_only`: rows are checked and nothing is written
             * @enum {string}
             */
            import_mode?: "" | "validate_only";
        };
        /** @description Every field is there, null where it is empty, unless the parameter `fields` names some */
        User: {
            /** @description E-mail address */
            email_address?: string | null;
            /** @description First name */
            first_name?: string;
            /** @description False shuts the user out */
            is_active?: boolean;
            /** @description True deletes the user */
            is_deleted?: boolean;
            /** @description Last name */
            last_name?: string;
            /** @description Seconds since the epoch */
            last_update_time?: number;
            /** @description Unique identifier; cannot be changed */
            login_name?: string;
            /** @description Mobile phone number */
            mobile_number?: string | null;
            /** @description Role in the field organisation */
            operational_role?: string | null;
            /** @description Routes of the user */
            routes?: string[];
            /** @description Stores of the user */
            stores?: string[];
            /** @description Login name of the supervisor */
            supervisors_username?: string | null;
        };
    };
    responses: {
        /** @description The request is not what this endpoint takes; each message names the place and what was expected */
        BadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The body is larger than this endpoint takes; the connection closes */
        ContentTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The token is for something else: another project, or not for the operator's side. A project that does not exist answers the same */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description It was there; the time for which it is kept is over */
        Gone: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description A fault of the service; quote `request_id` to its operator */
        InternalError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description There is no such thing */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description Any other error has the same form: 405 for a method that the path does not have, with those it has in `Allow`; 408 for a request that does not arrive in time; 431 for a header of more than 16 KiB */
        OtherError: {
            headers: {
                Allow: components["headers"]["Allow"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description More requests in this second than the token may make; nothing was done */
        TooManyRequests: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description No token, or one that is malformed, unknown, revoked or expired */
        Unauthorized: {
            headers: {
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The service cannot reach its database; nothing was done */
        Unavailable: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The body's content type is not one that this endpoint reads */
        UnsupportedMediaType: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description The methods that the path has */
        Allow: string;
        /** @description The name under which to save the file */
        "Content-Disposition": string;
        /** @description The version of this answer */
        ETag: string;
        /** @description Where the job is: `<version_number>/<project_name>/async-job/status/<async_job_id>`, without a slash in front */
        "Job-Location": string;
        /** @description Where the new thing is */
        Location: string;
        /** @description The absolute URL of the job's status */
        "Operation-Location": string;
        /** @description What is left (`r`) and the seconds until it is whole again (`t`), for this token */
        RateLimit: string;
        /** @description Requests (`q`) in a window of so many seconds (`w`), for each token */
        "RateLimit-Policy": string;
        /** @description Seconds to wait before asking again */
        "Retry-After": number;
        /** @description The scheme of the credentials */
        "WWW-Authenticate": string;
    };
    pathItems: {
        AnalysisResultCallback: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            get?: never;
            put?: never;
            /**
             * An analysis result is available
             * @description Sent to each URL of the subscription whose wave types match. Deliveries come at least once: drop what comes again by `webhook-id`. Answer 2xx within 10 seconds, and work afterwards. Any other answer, a redirect too, is tried again: up to 10 times within a minute, and up to 10 times more 15 minutes later.
             */
            post: operations["receiveAnalysisResult"];
            delete?: never;
            options?: never;
            head?: never;
            patch?: never;
            trace?: never;
        };
    };
}
export type $defs = Record<string, never>;
export interface operations {
    listJobs: {
        parameters: {
            query?: {
                /** @description Only jobs of `store`, `user` or `route` */
                entity_type?: string;
                /** @description Uploaded at this time or later */
                from?: string;
                /** @description Counts from 0 */
                page?: number;
                /** @description More than 1,000 is lowered to that */
                per_page?: number;
                /** @description With this text in the job's id, file name, user name or failure reason, in any letter case */
                q?: string;
                /** @description Only jobs of this status */
                status?: "queued" | "in progress" | "done" | "failed";
                /** @description Uploaded before this time */
                to?: string;
            };
            header?: never;
            path: {
                /** @description The project's name */
                project_name: string;
                /** @description Version of the API, in any letter case */
                version_number: "v1" | "v2" | "v3" | "v4";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobPage"];
                };
            };
        };
    };
    createAsyncJob: {
        parameters: {
            query?: {
                /** @description `multipart`, which is also what is meant without it */
                uploadType?: string | string[];
            };
            header?: {
                /** @description The same upload with the same key within 24 hours is one job: a client that got no answer may send it again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The project's name */
                project_name: string;
                /** @description Version of the API, in any letter case */
                version_number: "v1" | "v2" | "v3" | "v4";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["UploadForm"];
            };
        };
        responses: {
            /** @description Received; the job is in the queue */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AsyncJob"];
                };
            };
        };
    };
    getInputFile: {
        parameters: {
            query?: {
                /** @description From the link; seconds since the epoch */
                expires?: string;
                /** @description From the link */
                signature?: string;
            };
            header?: never;
            path: {
                /** @description From the upload's answer */
                async_job_id: string;
                /** @description The project's name */
                project_name: string;
                /** @description Version of the API, in any letter case */
                version_number: "v1" | "v2" | "v3" | "v4";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                    "application/zip": string;
                    "text/csv": string;
                };
            };
        };
    };
    getParsedRows: {
        parameters: {
            query?: {
                /** @description From the link; seconds since the epoch */
                expires?: string;
                /** @description From the link */
                signature?: string;
            };
            header?: never;
            path: {
                /** @description From the upload's answer */
                async_job_id: string;
                /** @description The project's name */
                project_name: string;
                /** @description Version of the API, in any letter case */
                version_number: "v1" | "v2" | "v3" | "v4";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                };
            };
        };
    };
    listRejections: {
        parameters: {
            query?: {
                /** @description Only messages of this kind */
                code?: string;
                /** @description With `code`: only messages about this field */
                field?: string;
                /** @description Counts from 0 */
                page?: number;
                /** @description More than 1,000 is lowered to that */
                per_page?: number;
            };
            header?: never;
            path: {
                /** @description From the upload's answer */
                async_job_id: string;
                /** @description The project's name */
                project_name: string;
                /** @description Version of the API, in any letter case */
                version_number: "v1" | "v2" | "v3" | "v4";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One element a message, at most 3 a row, in the order of the file */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RejectionPage"];
                };
            };
        };
    };
    getRejectionsFile: {
        parameters: {
            query?: {
                /** @description From the link; seconds since the epoch */
                expires?: string;
                /** @description From the link */
                signature?: string;
            };
            header?: never;
            path: {
                /** @description From the upload's answer */
                async_job_id: string;
                /** @description The project's name */
                project_name: string;
                /** @description Version of the API, in any letter case */
                version_number: "v1" | "v2" | "v3" | "v4";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RejectedRow"][];
                };
            };
        };
    };
    getRejectionsWorkbook: {
        parameters: {
            query?: {
                /** @description From the link; seconds since the epoch */
                expires?: string;
                /** @description From the link */
                signature?: string;
            };
            header?: never;
            path: {
                /** @description From the upload's answer */
                async_job_id: string;
                /** @description The project's name */
                project_name: string;
                /** @description Version of the API, in any letter case */
                version_number: "v1" | "v2" | "v3" | "v4";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
        };
    };
    summarizeRejections: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description From the upload's answer */
                async_job_id: string;
                /** @description The project's name */
                project_name: string;
                /** @description Version of the API, in any letter case */
                version_number: "v1" | "v2" | "v3" | "v4";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The most frequent first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RejectionSummary"];
                };
            };
        };
    };
    getAsyncJob: {
        parameters: {
            query?: {
                /** @description Answers when the job has ended, or after so many seconds (at most 50) */
                wait?: number;
            };
            header?: never;
            path: {
                /** @description From the upload's answer */
                async_job_id: string;
                /** @description The project's name */
                project_name: string;
                /** @description Version of the API, in any letter case */
                version_number: "v1" | "v2" | "v3" | "v4";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job; `Retry-After` until it has ended */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AsyncJob"];
                };
            };
        };
    };
    cancelAsyncJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description From the upload's answer */
                async_job_id: string;
                /** @description The project's name */
                project_name: string;
                /** @description Version of the API, in any letter case */
                version_number: "v1" | "v2" | "v3" | "v4";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AsyncJob"];
                };
            };
        };
    };
    listRoutes: {
        parameters: {
            query?: {
                /** @description The place where the page begins, as `links.next` carries it */
                after?: unknown;
                /** @description Only rows with this value; given again, with any of the values. What the route is for */
                description?: unknown;
                /** @description Only rows with this value; given again, with any of the values. Unique identifier; cannot be changed */
                external_route_id?: unknown;
                /** @description Show these fields only, separated by commas */
                fields?: unknown;
                /** @description Only rows with this value; given again, with any of the values. True deletes the route */
                is_deleted?: unknown;
                /** @description Only rows that were updated in this second */
                last_update_time?: unknown;
                /** @description Only rows with this value; given again, with any of the values. Name of the route */
                name?: unknown;
                /** @description Counts from 0, which is the default */
                page?: unknown;
                /** @description 200 by default; more than 1,000 is lowered to that */
                per_page?: unknown;
                /** @description Only rows whose key or names contain this text, in any case */
                q?: unknown;
                /** @description A field; `-field` descends. Default `external_route_id`, which also breaks ties */
                sort?: unknown;
                /** @description Only rows with this value; given again, with any of the values. Stores on the route */
                stores?: unknown;
                /** @description Only rows that were updated in that second or later: seconds since 1970, or ISO 8601 such as `2026-03-01T10:20:30Z` */
                updated_since?: unknown;
                /** @description Only rows with this value; given again, with any of the values. Users of the route */
                users?: unknown;
            };
            header?: {
                /** @description ETags of answers that the client has; 304 where one of them still stands */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The project's name */
                project_name: string;
                /** @description Version of the API, in any letter case */
                version_number: "v1" | "v2" | "v3" | "v4";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page; one past the end is empty */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        metadata: components["schemas"]["PageMetadata"];
                        route?: components["schemas"]["Route"][];
                        routes?: components["schemas"]["Route"][];
                    };
                };
            };
        };
    };
    exportRoutes: {
        parameters: {
            query?: {
                /** @description Only rows with this value; given again, with any of the values. What the route is for */
                description?: unknown;
                /** @description Only rows with this value; given again, with any of the values. Unique identifier; cannot be changed */
                external_route_id?: unknown;
                /** @description Show these fields only, separated by commas */
                fields?: unknown;
                /** @description `csv` or `ndjson`, for links, which cannot say what they accept */
                format?: unknown;
                /** @description Only rows with this value; given again, with any of the values. True deletes the route */
                is_deleted?: unknown;
                /** @description Only rows that were updated in this second */
                last_update_time?: unknown;
                /** @description Only rows with this value; given again, with any of the values. Name of the route */
                name?: unknown;
                /** @description Only rows whose key or names contain this text, in any case */
                q?: unknown;
                /** @description A field; `-field` descends. Default `external_route_id`, which also breaks ties */
                sort?: unknown;
                /** @description Only rows with this value; given again, with any of the values. Stores on the route */
                stores?: unknown;
                /** @description Only rows that were updated in that second or later: seconds since 1970, or ISO 8601 such as `2026-03-01T10:20:30Z` */
                updated_since?: unknown;
                /** @description Only rows with this value; given again, with any of the values. Users of the route */
                users?: unknown;
            };
            header?: {
                /** @description ETags of answers that the client has; 304 where one of them still stands */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The project's name */
                project_name: string;
                /** @description Version of the API, in any letter case */
                version_number: "v1" | "v2" | "v3" | "v4";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rows */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": components["schemas"]["Route"];
                    "text/csv": string;
                };
            };
        };
    };
    getRouteTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's name */
                project_name: string;
                /** @description Version of the API, in any letter case */
                version_number: "v1" | "v2" | "v3" | "v4";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The header row, mandatory fields first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    listStores: {
        parameters: {
            query?: {
                /** @description Only rows with this value; given again, with any of the values. Name-value pairs */
                additional_attributes?: unknown;
                /** @description The place where the page begins, as `links.next` carries it */
                after?: unknown;
                /** @description Only rows with this value; given again, with any of the values. Pre-configured value */
                branch_name?: unknown;
                /** @description Only rows with this value; given again, with any of the values. City */
                city?: unknown;
                /** @description Only rows with this value; given again, with any of the values. Pre-configured value */
                district_name?: unknown;
                /** @description Show these fields only, separated by commas */
                fields?: unknown;
                /** @description Only rows with this value; given again, with any of the values. False removes the store from the mobile application; it stays in reports */
                is_active?: unknown;
                /** @description Only rows with this value; given again, with any of the values. True deletes the store, false removes the delete flag */
                is_deleted?: unknown;
                /** @description Only rows that were updated in this second */
                last_update_time?: unknown;
                /** @description Only rows with this value; given again, with any of the values. Degrees */
                latitude?: unknown;
                /** @description Only rows with this value; given again, with any of the values. Degrees */
                longitude?: unknown;
                /** @description Only rows with this value; given again, with any of the values. E-mail address of the manager */
                manager_email?: unknown;
                /** @description Only rows with this value; given again, with any of the values. Name of the manager */
                manager_name?: unknown;
                /** @description Only rows with this value; given again, with any of the values. Phone number of the manager */
                manager_phone?: unknown;
                /** @description Counts from 0, which is the default */
                page?: unknown;
                /** @description 200 by default; more than 1,000 is lowered to that */
                per_page?: unknown;
                /** @description Only rows with this value; given again, with any of the values. Postal code */
                postal_code?: unknown;
                /** @description Only rows whose key or names contain this text, in any case */
                q?: unknown;
                /** @description Only rows with this value; given again, with any of the values. Pre-configured value */
                region_name?: unknown;
                /** @description Only rows with this value; given again, with any of the values. Pre-configured value */
                retailer_name?: unknown;
                /** @description A field; `-field` descends. Default `store_number`, which also breaks ties */
                sort?: unknown;
                /** @description Only rows with this value; given again, with any of the values. ISO code of the state or province; pre-configured value */
                state_code?: unknown;
                /** @description Only rows with this value; given again, with any of the values. Short name for reports */
                store_display_name?: unknown;
                /** @description Only rows with this value; given again, with any of the values. Name of the store */
                store_name?: unknown;
                /** @description Only rows with this value; given again, with any of the values. Unique identifier; cannot be changed */
                store_number?: unknown;
                /** @description Only rows with this value; given again, with any of the values. Pre-configured value */
                store_type_name?: unknown;
                /** @description Only rows with this value; given again, with any of the values. Street and number */
                street?: unknown;
                /** @description Only rows that were updated in that second or later: seconds since 1970, or ISO 8601 such as `2026-03-01T10:20:30Z` */
                updated_since?: unknown;
            };
            header?: {
                /** @description ETags of answers that the client has; 304 where one of them still stands */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The project's name */
                project_name: string;
                /** @description Version of the API, in any letter case */
                version_number: "v1" | "v2" | "v3" | "v4";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page; one past the end is empty */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        metadata: components["schemas"]["PageMetadata"];
                        store?: components["schemas"]["Store"][];
                        stores?: components["schemas"]["Store"][];
                    };
                };
            };
        };
    };
    listBranches: {
        parameters: {
            query?: {
                /** @description Only rows with this value; given again, with any of the values. A value configured for the project */
                branch_name?: unknown;
                /** @description Show these fields only, separated by commas */
                fields?: unknown;
                /** @description Counts from 0, which is the default */
                page?: unknown;
                /** @description 200 by default; more than 1,000 is lowered to that */
                per_page?: unknown;
                /** @description Only rows whose key or names contain this text, in any case */
                q?: unknown;
                /** @description A field; `-field` descends. Default `branch_name`, which also breaks ties */
                sort?: unknown;
            };
            header?: {
                /** @description ETags of answers that the client has; 304 where one of them still stands */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The project's name */
                project_name: string;
                /** @description Version of the API, in any letter case */
                version_number: "v1" | "v2" | "v3" | "v4";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Values that `branch_name` may have */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        branch?: {
                            branch_name: string;
                        }[];
                        branches?: {
                            branch_name: string;
                        }[];
                        metadata: components["schemas"]["PageMetadata"];
                    };
                };
            };
        };
    };
    listDistricts: {
        parameters: {
            query?: {
                /** @description Only rows with this value; given again, with any of the values. A value configured for the project */
                district_name?: unknown;
                /** @description Show these fields only, separated by commas */
                fields?: unknown;
                /** @description Counts from 0, which is the default */
                page?: unknown;
                /** @description 200 by default; more than 1,000 is lowered to that */
                per_page?: unknown;
                /** @description Only rows whose key or names contain this text, in any case */
                q?: unknown;
                /** @description A field; `-field` descends. Default `district_name`, which also breaks ties */
                sort?: unknown;
            };
            header?: {
                /** @description ETags of answers that the client has; 304 where one of them still stands */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The project's name */
                project_name: string;
                /** @description Version of the API, in any letter case */
                version_number: "v1" | "v2" | "v3" | "v4";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Values that `district_name` may have */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        district?: {
                            district_name: string;
                        }[];
                        districts?: {
                            district_name: string;
                        }[];
                        metadata: components["schemas"]["PageMetadata"];
                    };
                };
            };
        };
    };
    exportStores: {
        parameters: {
            query?: {
                /** @description Only rows with this value; given again, with any of the values. Name-value pairs */
                additional_attributes?: unknown;
                /** @description Only rows with this value; given again, with any of the values. Pre-configured value */
                branch_name?: unknown;
                /** @description Only rows with this value; given again, with any of the values. City */
                city?: unknown;
                /** @description Only rows with this value; given again, with any of the values. Pre-configured value */
                district_name?: unknown;
                /** @description Show these fields only, separated by commas */
                fields?: unknown;
                /** @description `csv` or `ndjson`, for links, which cannot say what they accept */
                format?: unknown;
                /** @description Only rows with this value; given again, with any of the values. False removes the store from the mobile application; it stays in reports */
                is_active?: unknown;
                /** @description Only rows with this value; given again, with any of the values. True deletes the store, false removes the delete flag */
                is_deleted?: unknown;
                /** @description Only rows that were updated in this second */
                last_update_time?: unknown;
                /** @description Only rows with this value; given again, with any of the values. Degrees */
                latitude?: unknown;
                /** @description Only rows with this value; given again, with any of the values. Degrees */
                longitude?: unknown;
                /** @description Only rows with this value; given again, with any of the values. E-mail address of the manager */
                manager_email?: unknown;
                /** @description Only rows with this value; given again, with any of the values. Name of the manager */
                manager_name?: unknown;
                /** @description Only rows with this value; given again, with any of the values. Phone number of the manager */
                manager_phone?: unknown;
                /** @description Only rows with this value; given again, with any of the values. Postal code */
                postal_code?: unknown;
                /** @description Only rows whose key or names contain this text, in any case */
                q?: unknown;
                /** @description Only rows with this value; given again, with any of the values. Pre-configured value */
                region_name?: unknown;
                /** @description Only rows with this value; given again, with any of the values. Pre-configured value */
                retailer_name?: unknown;
                /** @description A field; `-field` descends. Default `store_number`, which also breaks ties */
                sort?: unknown;
                /** @description Only rows with this value; given again, with any of the values. ISO code of the state or province; pre-configured value */
                state_code?: unknown;
                /** @description Only rows with this value; given again, with any of the values. Short name for reports */
                store_display_name?: unknown;
                /** @description Only rows with this value; given again, with any of the values. Name of the store */
                store_name?: unknown;
                /** @description Only rows with this value; given again, with any of the values. Unique identifier; cannot be changed */
                store_number?: unknown;
                /** @description Only rows with this value; given again, with any of the values. Pre-configured value */
                store_type_name?: unknown;
                /** @description Only rows with this value; given again, with any of the values. Street and number */
                street?: unknown;
                /** @description Only rows that were updated in that second or later: seconds since 1970, or ISO 8601 such as `2026-03-01T10:20:30Z` */
                updated_since?: unknown;
            };
            header?: {
                /** @description ETags of answers that the client has; 304 where one of them still stands */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The project's name */
                project_name: string;
                /** @description Version of the API, in any letter case */
                version_number: "v1" | "v2" | "v3" | "v4";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rows */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": components["schemas"]["Store"];
                    "text/csv": string;
                };
            };
        };
    };
    getStoreMap: {
        parameters: {
            query?: {
                /** @description Only rows with this value; given again, with any of the values. Name-value pairs */
                additional_attributes?: unknown;
                /** @description west,south,east,north in degrees; without it, where the matching stores are */
                bbox?: string;
                /** @description Only rows with this value; given again, with any of the values. Pre-configured value */
                branch_name?: unknown;
                /** @description Stores in the same one of so many columns (and their rows) are one cluster */
                cells?: number;
                /** @description Only rows with this value; given again, with any of the values. City */
                city?: unknown;
                /** @description Only rows with this value; given again, with any of the values. Pre-configured value */
                district_name?: unknown;
                /** @description Only rows with this value; given again, with any of the values. False removes the store from the mobile application; it stays in reports */
                is_active?: unknown;
                /** @description Only rows with this value; given again, with any of the values. True deletes the store, false removes the delete flag */
                is_deleted?: unknown;
                /** @description Only rows that were updated in this second */
                last_update_time?: unknown;
                /** @description Only rows with this value; given again, with any of the values. Degrees */
                latitude?: unknown;
                /** @description Only rows with this value; given again, with any of the values. Degrees */
                longitude?: unknown;
                /** @description Only rows with this value; given again, with any of the values. E-mail address of the manager */
                manager_email?: unknown;
                /** @description Only rows with this value; given again, with any of the values. Name of the manager */
                manager_name?: unknown;
                /** @description Only rows with this value; given again, with any of the values. Phone number of the manager */
                manager_phone?: unknown;
                /** @description Only rows with this value; given again, with any of the values. Postal code */
                postal_code?: unknown;
                /** @description Only rows whose key or names contain this text, in any case */
                q?: unknown;
                /** @description Only rows with this value; given again, with any of the values. Pre-configured value */
                region_name?: unknown;
                /** @description Only rows with this value; given again, with any of the values. Pre-configured value */
                retailer_name?: unknown;
                /** @description Only rows with this value; given again, with any of the values. ISO code of the state or province; pre-configured value */
                state_code?: unknown;
                /** @description Only rows with this value; given again, with any of the values. Short name for reports */
                store_display_name?: unknown;
                /** @description Only rows with this value; given again, with any of the values. Name of the store */
                store_name?: unknown;
                /** @description Only rows with this value; given again, with any of the values. Unique identifier; cannot be changed */
                store_number?: unknown;
                /** @description Only rows with this value; given again, with any of the values. Pre-configured value */
                store_type_name?: unknown;
                /** @description Only rows with this value; given again, with any of the values. Street and number */
                street?: unknown;
                /** @description Only rows that were updated in that second or later: seconds since 1970, or ISO 8601 such as `2026-03-01T10:20:30Z` */
                updated_since?: unknown;
            };
            header?: never;
            path: {
                /** @description The project's name */
                project_name: string;
                /** @description Version of the API, in any letter case */
                version_number: "v1" | "v2" | "v3" | "v4";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoreMap"];
                };
            };
        };
    };
    listRegions: {
        parameters: {
            query?: {
                /** @description Show these fields only, separated by commas */
                fields?: unknown;
                /** @description Counts from 0, which is the default */
                page?: unknown;
                /** @description 200 by default; more than 1,000 is lowered to that */
                per_page?: unknown;
                /** @description Only rows whose key or names contain this text, in any case */
                q?: unknown;
                /** @description Only rows with this value; given again, with any of the values. A value configured for the project */
                region_name?: unknown;
                /** @description A field; `-field` descends. Default `region_name`, which also breaks ties */
                sort?: unknown;
            };
            header?: {
                /** @description ETags of answers that the client has; 304 where one of them still stands */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The project's name */
                project_name: string;
                /** @description Version of the API, in any letter case */
                version_number: "v1" | "v2" | "v3" | "v4";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Values that `region_name` may have */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        metadata: components["schemas"]["PageMetadata"];
                        region?: {
                            region_name: string;
                        }[];
                        regions?: {
                            region_name: string;
                        }[];
                    };
                };
            };
        };
    };
    listRetailers: {
        parameters: {
            query?: {
                /** @description Show these fields only, separated by commas */
                fields?: unknown;
                /** @description Counts from 0, which is the default */
                page?: unknown;
                /** @description 200 by default; more than 1,000 is lowered to that */
                per_page?: unknown;
                /** @description Only rows whose key or names contain this text, in any case */
                q?: unknown;
                /** @description Only rows with this value; given again, with any of the values. A value configured for the project */
                retailer_name?: unknown;
                /** @description A field; `-field` descends. Default `retailer_name`, which also breaks ties */
                sort?: unknown;
            };
            header?: {
                /** @description ETags of answers that the client has; 304 where one of them still stands */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The project's name */
                project_name: string;
                /** @description Version of the API, in any letter case */
                version_number: "v1" | "v2" | "v3" | "v4";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Values that `retailer_name` may have */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        metadata: components["schemas"]["PageMetadata"];
                        retailer?: {
                            retailer_name: string;
                        }[];
                        retailers?: {
                            retailer_name: string;
                        }[];
                    };
                };
            };
        };
    };
    listStates: {
        parameters: {
            query?: {
                /** @description Show these fields only, separated by commas */
                fields?: unknown;
                /** @description Counts from 0, which is the default */
                page?: unknown;
                /** @description 200 by default; more than 1,000 is lowered to that */
                per_page?: unknown;
                /** @description Only rows whose key or names contain this text, in any case */
                q?: unknown;
                /** @description A field; `-field` descends. Default `state_code`, which also breaks ties */
                sort?: unknown;
                /** @description Only rows with this value; given again, with any of the values. A value configured for the project */
                state_code?: unknown;
            };
            header?: {
                /** @description ETags of answers that the client has; 304 where one of them still stands */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The project's name */
                project_name: string;
                /** @description Version of the API, in any letter case */
                version_number: "v1" | "v2" | "v3" | "v4";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Values that `state_code` may have */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        metadata: components["schemas"]["PageMetadata"];
                        state?: {
                            state_code: string;
                        }[];
                        states?: {
                            state_code: string;
                        }[];
                    };
                };
            };
        };
    };
    listStoreTypes: {
        parameters: {
            query?: {
                /** @description Show these fields only, separated by commas */
                fields?: unknown;
                /** @description Counts from 0, which is the default */
                page?: unknown;
                /** @description 200 by default; more than 1,000 is lowered to that */
                per_page?: unknown;
                /** @description Only rows whose key or names contain this text, in any case */
                q?: unknown;
                /** @description A field; `-field` descends. Default `store_type_name`, which also breaks ties */
                sort?: unknown;
                /** @description Only rows with this value; given again, with any of the values. A value configured for the project */
                store_type_name?: unknown;
            };
            header?: {
                /** @description ETags of answers that the client has; 304 where one of them still stands */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The project's name */
                project_name: string;
                /** @description Version of the API, in any letter case */
                version_number: "v1" | "v2" | "v3" | "v4";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Values that `store_type_name` may have */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        metadata: components["schemas"]["PageMetadata"];
                        store_type?: {
                            store_type_name: string;
                        }[];
                        store_types?: {
                            store_type_name: string;
                        }[];
                    };
                };
            };
        };
    };
    getStoreTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's name */
                project_name: string;
                /** @description Version of the API, in any letter case */
                version_number: "v1" | "v2" | "v3" | "v4";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The header row, mandatory fields first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    listUsers: {
        parameters: {
            query?: {
                /** @description The place where the page begins, as `links.next` carries it */
                after?: unknown;
                /** @description Only rows with this value; given again, with any of the values. E-mail address */
                email_address?: unknown;
                /** @description Show these fields only, separated by commas */
                fields?: unknown;
                /** @description Only rows with this value; given again, with any of the values. First name */
                first_name?: unknown;
                /** @description Only rows with this value; given again, with any of the values. False shuts the user out */
                is_active?: unknown;
                /** @description Only rows with this value; given again, with any of the values. True deletes the user */
                is_deleted?: unknown;
                /** @description Only rows with this value; given again, with any of the values. Last name */
                last_name?: unknown;
                /** @description Only rows that were updated in this second */
                last_update_time?: unknown;
                /** @description Only rows with this value; given again, with any of the values. Unique identifier; cannot be changed */
                login_name?: unknown;
                /** @description Only rows with this value; given again, with any of the values. Mobile phone number */
                mobile_number?: unknown;
                /** @description Only rows with this value; given again, with any of the values. Role in the field organisation */
                operational_role?: unknown;
                /** @description Counts from 0, which is the default */
                page?: unknown;
                /** @description 200 by default; more than 1,000 is lowered to that */
                per_page?: unknown;
                /** @description Only rows whose key or names contain this text, in any case */
                q?: unknown;
                /** @description Only rows with this value; given again, with any of the values. Routes of the user */
                routes?: unknown;
                /** @description A field; `-field` descends. Default `login_name`, which also breaks ties */
                sort?: unknown;
                /** @description Only rows with this value; given again, with any of the values. Stores of the user */
                stores?: unknown;
                /** @description Only rows with this value; given again, with any of the values. Login name of the supervisor */
                supervisors_username?: unknown;
                /** @description Only rows that were updated in that second or later: seconds since 1970, or ISO 8601 such as `2026-03-01T10:20:30Z` */
                updated_since?: unknown;
            };
            header?: {
                /** @description ETags of answers that the client has; 304 where one of them still stands */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The project's name */
                project_name: string;
                /** @description Version of the API, in any letter case */
                version_number: "v1" | "v2" | "v3" | "v4";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page; one past the end is empty */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        metadata: components["schemas"]["PageMetadata"];
                        user?: components["schemas"]["User"][];
                        users?: components["schemas"]["User"][];
                    };
                };
            };
        };
    };
    exportUsers: {
        parameters: {
            query?: {
                /** @description Only rows with this value; given again, with any of the values. E-mail address */
                email_address?: unknown;
                /** @description Show these fields only, separated by commas */
                fields?: unknown;
                /** @description Only rows with this value; given again, with any of the values. First name */
                first_name?: unknown;
                /** @description `csv` or `ndjson`, for links, which cannot say what they accept */
                format?: unknown;
                /** @description Only rows with this value; given again, with any of the values. False shuts the user out */
                is_active?: unknown;
                /** @description Only rows with this value; given again, with any of the values. True deletes the user */
                is_deleted?: unknown;
                /** @description Only rows with this value; given again, with any of the values. Last name */
                last_name?: unknown;
                /** @description Only rows that were updated in this second */
                last_update_time?: unknown;
                /** @description Only rows with this value; given again, with any of the values. Unique identifier; cannot be changed */
                login_name?: unknown;
                /** @description Only rows with this value; given again, with any of the values. Mobile phone number */
                mobile_number?: unknown;
                /** @description Only rows with this value; given again, with any of the values. Role in the field organisation */
                operational_role?: unknown;
                /** @description Only rows whose key or names contain this text, in any case */
                q?: unknown;
                /** @description Only rows with this value; given again, with any of the values. Routes of the user */
                routes?: unknown;
                /** @description A field; `-field` descends. Default `login_name`, which also breaks ties */
                sort?: unknown;
                /** @description Only rows with this value; given again, with any of the values. Stores of the user */
                stores?: unknown;
                /** @description Only rows with this value; given again, with any of the values. Login name of the supervisor */
                supervisors_username?: unknown;
                /** @description Only rows that were updated in that second or later: seconds since 1970, or ISO 8601 such as `2026-03-01T10:20:30Z` */
                updated_since?: unknown;
            };
            header?: {
                /** @description ETags of answers that the client has; 304 where one of them still stands */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The project's name */
                project_name: string;
                /** @description Version of the API, in any letter case */
                version_number: "v1" | "v2" | "v3" | "v4";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rows */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": components["schemas"]["User"];
                    "text/csv": string;
                };
            };
        };
    };
    getUserTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's name */
                project_name: string;
                /** @description Version of the API, in any letter case */
                version_number: "v1" | "v2" | "v3" | "v4";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The header row, mandatory fields first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    getAnalysisResult: {
        parameters: {
            query?: {
                /** @description From the link */
                signature?: string;
            };
            header?: never;
            path: {
                /** @description From the link */
                event_uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result as it was published, any JSON value */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
        };
    };
    listProjectAuditEntries: {
        parameters: {
            query?: {
                /** @description Of this kind */
                action?: "project.create" | "project.change" | "project.delete" | "token.create" | "token.revoke" | "lookup.replace" | "lookup.add" | "subscription.put" | "subscription.delete" | "test_event.send" | "delivery.redeliver" | "deliveries.redeliver" | "job.upload" | "job.cancel" | "session.open" | "session.close" | "session.refuse";
                /** @description The `next_cursor` of the page before; none for the first */
                cursor?: string;
                /** @description At this time or later */
                from?: string;
                /** @description Elements a page */
                limit?: number;
                /** @description Before this time */
                to?: string;
                /** @description By this user */
                user_name?: string;
            };
            header?: never;
            path: {
                /** @description The project's name */
                project_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditPage"];
                };
            };
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** @description The `next_cursor` of the page before; none for the first */
                cursor?: string;
                /** @description Made at this time or later */
                from?: string;
                /** @description Elements a page */
                limit?: number;
                /** @description Of this session */
                session_uid?: string;
                /** @description Of this status */
                status?: "pending" | "leased" | "delivered" | "dead" | "cancelled";
                /** @description Made before this time */
                to?: string;
                /** @description Of this URL: as registered, as masked in lists, or without its query */
                url?: string;
            };
            header?: never;
            path: {
                /** @description The project's name */
                project_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryPage"];
                };
            };
        };
    };
    getDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description From the list of deliveries */
                delivery_id: string;
                /** @description The project's name */
                project_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryWithAttempts"];
                };
            };
        };
    };
    redeliverDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description From the list of deliveries */
                delivery_id: string;
                /** @description The project's name */
                project_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Back in the queue */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
        };
    };
    countDeliveries: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's name */
                project_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As of now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryCounts"];
                };
            };
        };
    };
    listEndpoints: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's name */
                project_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One for each URL of the subscription */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        endpoints: components["schemas"]["Endpoint"][];
                    };
                };
            };
        };
    };
    listUnknownLookups: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's name */
                project_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description At most 1,000, of the latest uploads */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnknownLookups"];
                };
            };
        };
    };
    getProjectOverview: {
        parameters: {
            query?: {
                /** @description How far back the chart looks */
                range?: "1h" | "24h" | "7d" | "30d";
            };
            header?: never;
            path: {
                /** @description The project's name */
                project_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Figures lag a few seconds behind: processes gather them in memory */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Overview"];
                };
            };
        };
    };
    redeliverDeliveries: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's name */
                project_name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RedeliveryOrder"];
            };
        };
        responses: {
            /** @description Counted only */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RedeliveryCount"];
                };
            };
            /** @description Back in the queue */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RedeliveryCount"];
                };
            };
        };
    };
    getSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's name */
                project_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The subscription */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subscription"];
                };
            };
        };
    };
    putSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's name */
                project_name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SubscriptionInput"];
            };
        };
        responses: {
            /** @description The subscription as stored */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subscription"];
                };
            };
        };
    };
    deleteSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's name */
                project_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
        };
    };
    sendTestEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's name */
                project_name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TestEventOrder"];
            };
        };
        responses: {
            /** @description Published */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestEvent"];
                };
            };
        };
    };
    listWaveTypes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Sorted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string[];
                };
            };
        };
    };
    listAuditEntries: {
        parameters: {
            query?: {
                /** @description Of this kind */
                action?: "project.create" | "project.change" | "project.delete" | "token.create" | "token.revoke" | "lookup.replace" | "lookup.add" | "subscription.put" | "subscription.delete" | "test_event.send" | "delivery.redeliver" | "deliveries.redeliver" | "job.upload" | "job.cancel" | "session.open" | "session.close" | "session.refuse";
                /** @description The `next_cursor` of the page before; none for the first */
                cursor?: string;
                /** @description At this time or later */
                from?: string;
                /** @description Elements a page */
                limit?: number;
                /** @description Of the project of this name */
                project?: string;
                /** @description Before this time */
                to?: string;
                /** @description By this user */
                user_name?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditPage"];
                };
            };
        };
    };
    getOverview: {
        parameters: {
            query?: {
                /** @description How far back the chart looks */
                range?: "1h" | "24h" | "7d" | "30d";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Figures lag a few seconds behind: processes gather them in memory */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Overview"];
                };
            };
        };
    };
    listProjectSummaries: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Sorted by name */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        projects: components["schemas"]["ProjectSummary"][];
                    };
                };
            };
        };
    };
    listProjects: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description By name */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectList"];
                };
            };
        };
    };
    createProject: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProjectInput"];
            };
        };
        responses: {
            /** @description Created; signing secrets are shown in this answer only */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
        };
    };
    getProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's name */
                project_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The project */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
        };
    };
    deleteProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's name */
                project_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's name */
                project_name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProjectSettingsInput"];
            };
        };
        responses: {
            /** @description The project as it is now; signing secrets that were just set are shown */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
        };
    };
    listAnalysisResults: {
        parameters: {
            query?: {
                /** @description The `next_cursor` of the page before; none for the first */
                cursor?: string;
                /** @description Elements a page */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description The project's name */
                project_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventPage"];
                };
            };
        };
    };
    publishAnalysisResults: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's name */
                project_name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AnalysisResult"] | components["schemas"]["AnalysisResult"][];
                "application/x-ndjson": string;
            };
        };
        responses: {
            /** @description Committed; an event that no URL wants is stored with zero deliveries */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublishAnswer"];
                };
            };
        };
    };
    listProjectDeliveries: {
        parameters: {
            query?: {
                /** @description The `next_cursor` of the page before; none for the first */
                cursor?: string;
                /** @description Made at this time or later */
                from?: string;
                /** @description Elements a page */
                limit?: number;
                /** @description Of this session */
                session_uid?: string;
                /** @description Of this status */
                status?: "pending" | "leased" | "delivered" | "dead" | "cancelled";
                /** @description Made before this time */
                to?: string;
                /** @description Of this URL: as registered, as masked in lists, or without its query */
                url?: string;
            };
            header?: never;
            path: {
                /** @description The project's name */
                project_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryPage"];
                };
            };
        };
    };
    getProjectDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description From the list of deliveries */
                delivery_id: string;
                /** @description The project's name */
                project_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryWithAttempts"];
                };
            };
        };
    };
    redeliverProjectDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description From the list of deliveries */
                delivery_id: string;
                /** @description The project's name */
                project_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Back in the queue */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
        };
    };
    countProjectDeliveries: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's name */
                project_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As of now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryCounts"];
                };
            };
        };
    };
    listProjectEndpoints: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's name */
                project_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One for each URL of the subscription */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        endpoints: components["schemas"]["Endpoint"][];
                    };
                };
            };
        };
    };
    listProjectJobs: {
        parameters: {
            query?: {
                /** @description Only jobs of `store`, `user` or `route` */
                entity_type?: string;
                /** @description Uploaded at this time or later */
                from?: string;
                /** @description Counts from 0 */
                page?: number;
                /** @description More than 1,000 is lowered to that */
                per_page?: number;
                /** @description With this text in the job's id, file name, user name or failure reason, in any letter case */
                q?: string;
                /** @description Only jobs of this status */
                status?: "queued" | "in progress" | "done" | "failed";
                /** @description Uploaded before this time */
                to?: string;
            };
            header?: never;
            path: {
                /** @description The project's name */
                project_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobPage"];
                };
            };
        };
    };
    getLookup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's name */
                project_name: string;
                /** @description One of store_type_name, region_name, district_name, branch_name, retailer_name, state_code */
                type: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All values */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LookupValues"];
                };
            };
        };
    };
    replaceLookup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's name */
                project_name: string;
                /** @description One of store_type_name, region_name, district_name, branch_name, retailer_name, state_code */
                type: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LookupValuesInput"];
            };
        };
        responses: {
            /** @description All values as they are now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LookupValues"];
                };
            };
        };
    };
    addToLookup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's name */
                project_name: string;
                /** @description One of store_type_name, region_name, district_name, branch_name, retailer_name, state_code */
                type: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LookupValuesInput"];
            };
        };
        responses: {
            /** @description All values as they are now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LookupValues"];
                };
            };
        };
    };
    listProjectUnknownLookups: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's name */
                project_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description At most 1,000, of the latest uploads */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnknownLookups"];
                };
            };
        };
    };
    redeliverProjectDeliveries: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's name */
                project_name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RedeliveryOrder"];
            };
        };
        responses: {
            /** @description Counted only */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RedeliveryCount"];
                };
            };
            /** @description Back in the queue */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RedeliveryCount"];
                };
            };
        };
    };
    getProjectStats: {
        parameters: {
            query?: {
                /** @description How far back to count what was published */
                minutes?: number;
            };
            header?: never;
            path: {
                /** @description The project's name */
                project_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Minutes stand from the oldest to the present one */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectStats"];
                };
            };
        };
    };
    sendProjectTestEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's name */
                project_name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TestEventOrder"];
            };
        };
        responses: {
            /** @description Published */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestEvent"];
                };
            };
        };
    };
    listTokens: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's name */
                project_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All of them, expired and revoked ones too */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        tokens: components["schemas"]["Token"][];
                    };
                };
            };
        };
    };
    issueToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's name */
                project_name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TokenInput"];
            };
        };
        responses: {
            /** @description Issued */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedToken"];
                };
            };
        };
    };
    revokeToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's name */
                project_name: string;
                /** @description From the list of tokens */
                token_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Revoked */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getServiceStats: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What every project has in the queue */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceStats"];
                };
            };
        };
    };
    getSystem: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As of now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SystemState"];
                };
            };
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Alive */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "ok";
                    };
                };
            };
        };
    };
    getMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Figures of this process and of the queue */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    getOpenApiDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags of answers that the client has; 304 where one of them still stands */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OpenAPI 3.1 */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The database answers and has all migrations */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "ok";
                    };
                };
            };
        };
    };
    receiveAnalysisResult: {
        parameters: {
            query?: never;
            header: {
                /** @description The same over all attempts of a delivery */
                "webhook-id": string;
                /** @description Standard Webhooks, where the project has a signing secret: `v1,` and the base64 of HMAC-SHA256 over `<webhook-id>.<webhook-timestamp>.<body>`; two of them, separated by a space, while a secret is replaced */
                "webhook-signature"?: string;
                /** @description Seconds since the epoch, of this attempt */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NotificationPayload"];
            };
        };
        responses: {
            /** @description Received; the delivery is done */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Tried again; `Retry-After` of a 429 is heeded up to 10 minutes */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Tried again; `Retry-After` of a 503 is heeded up to 10 minutes */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
