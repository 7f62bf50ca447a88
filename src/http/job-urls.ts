import { FILE_LINK_LIFETIME_MS } from "../config/limits.ts";
import type { SignedLinks } from "../files/signed-links.ts";
import type { JobUrls } from "../jobs/job-record.ts";

/** The links of job records, under the version of the API that the request has used. */
export function jobUrls(links: SignedLinks, version: string): JobUrls {
  const base = (projectName: string) => `/api/${version}/${encodeURIComponent(projectName)}/async-job`;
  return {
    status: (projectName, jobId) => links.absolute(`${base(projectName)}/status/${jobId}`),
    file: (projectName, jobId, name) => links.sign(`${base(projectName)}/${jobId}/${name}`, FILE_LINK_LIFETIME_MS),
  };
}
