export { listAllRequests, listRequests } from "./list-requests";
export { RequestRecorder } from "./request-recorder";
